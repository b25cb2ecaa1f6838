import type { AccountViewer } from '#modules/platform/identity/index.ts'
import type { ResultOf } from '#shared/endpoint.ts'
import { localDateIn } from '#shared/calendar.ts'
import { campaignRunBy, runningData } from '#modules/causes/campaigns/index.ts'
import type { organizingContract } from '../contract.ts'
import type { OrganizingPorts } from '../ports.ts'
import { listOffline, offlineSums } from '../queries/offline.ts'
import { reviewLimit } from '../rules/review.ts'
import { offlineView } from '../views.ts'

/**
 * Returns offline donations with their sums. Reading requires the permission to record them, because they contain
 * names.
 */
export async function offlineDonations(
  ports: OrganizingPorts,
  viewer: AccountViewer,
  input: { campaignId: bigint; offset: number; limit: number },
): Promise<ResultOf<typeof organizingContract, 'GET /v4/campaigns/:campaignId/offline'>> {
  await campaignRunBy(ports, viewer, input.campaignId, 'offline', 'reading')
  const [{ currency, timeZone }, rows, sums] = await Promise.all([
    runningData(ports, input.campaignId),
    listOffline(ports.db, { ...input, limit: input.limit + 1 }),
    offlineSums(ports.db, input.campaignId),
  ])
  return {
    donations: rows.slice(0, input.limit).map((row) => offlineView(row, viewer.accountId)),
    hasMore: rows.length > input.limit,
    sums,
    reviewAbove: reviewLimit(ports.offlineReviewAbove, currency),
    currency,
    today: localDateIn(timeZone, ports.clock()),
  }
}
