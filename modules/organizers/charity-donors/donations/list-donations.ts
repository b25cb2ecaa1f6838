import { lastOf } from '#shared/collections.ts'
import { localDateIn } from '#shared/calendar.ts'
import { readCursor, writeCursor } from '#shared/cursor.ts'
import type { ResultOf } from '#shared/endpoint.ts'
import { canDo } from '#modules/causes/organizations/rules/roles.ts'
import { donationReferenceOf } from '#modules/money/giving/index.ts'
import { authorizeForCharity } from '#modules/organizers/charities/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import type { CharityDonationView, charityDonationsContract } from '../contract.ts'
import type { CharityDonorPorts } from '../ports.ts'
import {
  type CharityDonation,
  type CharityOfflineDonation,
  findDonations,
  findOfflineDonations,
  listFundraisers,
} from '../queries/donations.ts'
import { sumEntries } from '../queries/sum-entries.ts'
import { listSavedFilters } from '../queries/saved-filters.ts'
import { type Entry, findEntries } from '../queries/find-entries.ts'
import { type RequestedFilters, toDonationFilters } from './filters.ts'

type Listed = ResultOf<typeof charityDonationsContract, 'GET /v4/organizations/:organizationId/donations'>

/** Returns a page of the donations to a charity. Reads one more than it shows, to know whether there is a next page. */
export async function listCharityDonations(
  ports: CharityDonorPorts,
  viewer: AccountViewer,
  request: RequestedFilters & {
    readonly organizationId: bigint
    readonly before?: string | undefined
    readonly limit: number
  },
): Promise<Listed> {
  const { charity, role } = await authorizeForCharity(ports, viewer, request.organizationId, 'donors', 'reading')
  const [fundraisers, savedFilters] = await Promise.all([
    listFundraisers(ports.db, charity.id),
    listSavedFilters(ports.db, charity.id, 'donations'),
  ])
  const filters = toDonationFilters(
    charity,
    fundraisers.map(({ currency }) => currency),
    request,
  )
  const found = await findEntries(ports.db, filters, {
    limit: request.limit + 1,
    before: readCursor(request.before),
  })
  const onPage = found.slice(0, request.limit)
  // Later pages have the same sums as the first.
  const [entries, totals] = await Promise.all([
    readEntries(ports, charity.id, onPage),
    request.before === undefined ? sumEntries(ports.db, filters) : undefined,
  ])
  return {
    charity: { id: String(charity.id), name: charity.name, timeZone: charity.timeZone },
    canExport: canDo(role, 'donor-exports'),
    fundraisers: fundraisers.map((fundraiser) => ({ ...fundraiser, id: String(fundraiser.id) })),
    savedFilters,
    donations: entries.map((entry) =>
      'amounts' in entry ? donationView(entry, charity.timeZone) : offlineDonationView(entry),
    ),
    totals:
      totals?.map(({ gift, refunded, offline, ...rest }) => ({
        ...rest,
        gift: Number(gift),
        refunded: Number(refunded),
        offline: Number(offline),
      })) ?? null,
    next: found.length > onPage.length ? writeCursor(lastOf(onPage)) : null,
  }
}

/** Returns the donations of these entries, in their order. */
export async function readEntries(
  ports: Pick<CharityDonorPorts, 'db'>,
  organizationId: bigint,
  entries: readonly Entry[],
): Promise<(CharityDonation | CharityOfflineDonation)[]> {
  const idsOf = (isOffline: boolean) => entries.filter((entry) => entry.isOffline === isOffline).map(({ id }) => id)
  const [donations, offline] = await Promise.all([
    findDonations(ports.db, organizationId, idsOf(false)),
    findOfflineDonations(ports.db, organizationId, idsOf(true)),
  ])
  return entries.flatMap(({ id }) => donations.get(id) ?? offline.get(id) ?? [])
}

const fundraiserOf = (row: CharityDonation | CharityOfflineDonation) => ({
  id: String(row.campaignId),
  name: row.campaign,
  kind: row.campaignKind,
})

/** Converts a donation for the charity's team, field by field, so that nothing else is sent (privacy-2). */
export const donationView = (row: CharityDonation, timeZone: string): CharityDonationView => ({
  id: row.id,
  day: localDateIn(timeZone, row.givenAt),
  kind: row.isOfPlan ? 'plan' : 'one-time',
  state: row.state,
  gift: Number(row.amounts.gift),
  refunded: Number(row.amounts.refunded.gift),
  currency: row.currency,
  isAnonymous: row.isAnonymous,
  name: row.name,
  email: row.email,
  isZakat: row.isZakat,
  giftAid: row.giftAid,
  fundraiser: fundraiserOf(row),
  reference: donationReferenceOf(row.id),
  receipt: row.receipt,
  isThanked: row.isThanked,
  canBeThanked: row.canBeWritten && !row.isThankedByHand && row.state !== 'refunded',
  canGetReceipt: row.canBeWritten && row.receipt !== null && !row.isReceiptVoid,
})

const offlineDonationView = (row: CharityOfflineDonation): CharityDonationView => ({
  id: row.id,
  day: row.receivedOn,
  kind: 'offline',
  state: row.state,
  gift: Number(row.amount),
  refunded: 0,
  currency: row.currency,
  isAnonymous: row.donorName === null,
  name: row.donorName,
  email: null,
  isZakat: false,
  giftAid: false,
  fundraiser: fundraiserOf(row),
  reference: null,
  receipt: null,
  isThanked: false,
  canBeThanked: false,
  canGetReceipt: false,
})
