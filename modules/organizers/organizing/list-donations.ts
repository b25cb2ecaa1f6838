import { lastOf } from '#shared/collections.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import type { Ports } from '#shared/ports.ts'
import type { Locale } from '#shared/text.ts'
import { Problem } from '#shared/problem.ts'
import { campaignRunBy } from '#modules/causes/campaigns/index.ts'
import { listOrganizerDonations, findCursorOfDonation, shownFields } from '#modules/money/giving/index.ts'
import { phonesOfDonations } from '#modules/recurring/subscriptions/index.ts'
import type { DonationRow } from './contract.ts'
import { findThankedDonations } from './queries/thank-you-messages.ts'
import { donationView } from './views.ts'

type ListDonationsRequest = {
  readonly campaignId: bigint
  readonly search?: string | undefined
  readonly before?: string | undefined
  readonly limit: number
}

/** Returns a page of donors. Reads one more than it shows, to know whether there is a next page. */
export async function listDonationsForOrganizer(
  ports: Ports,
  viewer: AccountViewer,
  request: ListDonationsRequest,
  locale: Locale,
): Promise<{ donations: DonationRow[]; next: string | null }> {
  await campaignRunBy(ports, viewer, request.campaignId, 'donors')
  const before = await readCursor(ports, request.campaignId, request.before)
  const rows = await listOrganizerDonations(ports, {
    campaignId: request.campaignId,
    search: request.search,
    before,
    limit: request.limit + 1,
  })
  const shown = rows.slice(0, request.limit)
  const ids = shown.map(({ id }) => id)
  const [thanked, phones] = await Promise.all([findThankedDonations(ports.db, ids), phonesOfDonations(ports.db, ids)])
  return {
    donations: shown.map((row) => ({
      ...donationView(row, { thanks: thanked.get(row.id), phone: phones.get(row.id) }),
      fields: shownFields('organizer', row, locale),
    })),
    next: rows.length > shown.length ? lastOf(shown).id : null,
  }
}

/** Returns the position of the previous page's last donation; throws 404 for another fundraiser's. */
export async function readCursor(
  ports: Ports,
  campaignId: bigint,
  before: string | undefined,
): Promise<{ givenAt: Date; id: string } | undefined> {
  if (before === undefined) return undefined
  const place = await findCursorOfDonation(ports, campaignId, before)
  if (!place) throw new Problem('not-found', 'not-found')
  return place
}
