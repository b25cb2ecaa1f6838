import { lastOf } from '#shared/collections.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import type { ResultOf } from '#shared/endpoint.ts'
import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { campaignRunBy, levelsOf } from '#modules/causes/campaigns/index.ts'
import type { organizingContract } from './contract.ts'
import { readCursor } from './list-donations.ts'
import { claimCounts, claimedDonations, isClaim, markSent, markUnsent } from './queries/thank-you-messages.ts'
import { canReadEmergencyDetails } from './rules/emergency-access.ts'
import { claimView } from './views.ts'

type ListClaimsRequest = {
  readonly campaignId: bigint
  readonly level?: string | undefined
  readonly state: 'open' | 'sent' | 'all'
  readonly before?: string | undefined
  readonly limit: number
}

/**
 * Returns claims of levels with the details that the donor left (content-9). Emergency contacts are opened one by one
 * (`openEmergencyDetails`).
 */
export async function listClaims(
  ports: Ports,
  viewer: AccountViewer,
  request: ListClaimsRequest,
): Promise<ResultOf<typeof organizingContract, 'GET /v4/campaigns/:campaignId/claims'>> {
  const { parts } = await campaignRunBy(ports, viewer, request.campaignId, 'claims', 'reading')
  const before = await readCursor(ports, request.campaignId, request.before)
  const [levels, counts, rows] = await Promise.all([
    levelsOf(ports.db, request.campaignId),
    claimCounts(ports, request.campaignId),
    claimedDonations(ports, {
      campaignId: request.campaignId,
      levelId: request.level === undefined ? undefined : BigInt(request.level),
      state: request.state,
      before,
      limit: request.limit + 1,
    }),
  ])
  const countOf = new Map(counts.map((count) => [count.levelId, count]))
  const shown = rows.slice(0, request.limit)
  return {
    levels: levels.map(({ id, title }) => ({
      id: id.toString(),
      title,
      donations: countOf.get(id)?.donations ?? 0,
      sent: countOf.get(id)?.sent ?? 0,
    })),
    claims: shown.map(claimView),
    canReadEmergencyDetails: canReadEmergencyDetails(parts),
    next: rows.length > shown.length ? lastOf(shown).id : null,
  }
}

/** Marks a claim as sent or not sent; idempotent. */
export async function markClaim(
  ports: Ports,
  viewer: AccountViewer,
  input: { campaignId: bigint; donationId: string; isSent: boolean },
): Promise<void> {
  await campaignRunBy(ports, viewer, input.campaignId, 'claims')
  if (!(await isClaim(ports.db, input.campaignId, input.donationId))) throw new Problem('not-found', 'not-found')
  await ports.write<unknown>((tx) =>
    input.isSent
      ? markSent(tx, {
          donationId: input.donationId,
          campaignId: input.campaignId,
          by: viewer.accountId,
          at: ports.clock(),
        })
      : markUnsent(tx, input.donationId),
  )
}
