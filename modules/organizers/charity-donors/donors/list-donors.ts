import { lastOf } from '#shared/collections.ts'
import { readCursor, writeCursor } from '#shared/cursor.ts'
import type { ResultOf } from '#shared/endpoint.ts'
import { canDo } from '#modules/causes/organizations/rules/roles.ts'
import { authorizeForCharity } from '#modules/organizers/charities/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import type { charityDonorsContract } from '../contract-donors.ts'
import type { CharityDonorPorts } from '../ports.ts'
import { sumAnonymous } from '../queries/donors.ts'
import { findDonorGroups } from '../queries/merges.ts'
import { type DonorFilters, findDonors } from '../queries/find-donors.ts'
import { listTagNames } from '../queries/records.ts'
import { listSavedFilters } from '../queries/saved-filters.ts'
import { conditionsOf, type Segment } from '../rules/segments.ts'
import { donorView, readDonors } from './donor-view.ts'

/** The filters of a list or an export of donors, as requested. */
export type RequestedDonors = {
  readonly organizationId: bigint
  readonly search?: string | undefined
  readonly segment?: Segment | undefined
  readonly tag?: string | undefined
}

/** Converts requested filters. */
export async function toDonorFilters(
  ports: Pick<CharityDonorPorts, 'db' | 'clock'>,
  request: RequestedDonors,
): Promise<DonorFilters> {
  return {
    organizationId: request.organizationId,
    groups: await findDonorGroups(ports.db, request.organizationId),
    words: request.search || undefined,
    tag: request.tag || undefined,
    segment: request.segment && conditionsOf(request.segment, ports.clock()),
  }
}

/** Returns a page of a charity's donors. The sums of anonymous donations are with the first page without filters. */
export async function listCharityDonors(
  ports: CharityDonorPorts,
  viewer: AccountViewer,
  request: RequestedDonors & { readonly before?: string | undefined; readonly limit: number },
): Promise<ResultOf<typeof charityDonorsContract, 'GET /v4/organizations/:organizationId/donors'>> {
  const { charity, role } = await authorizeForCharity(ports, viewer, request.organizationId, 'donors', 'reading')
  const filters = await toDonorFilters(ports, request)
  const before = readCursor(request.before)
  const isWhole = !before && !request.search && !request.segment && !request.tag
  const [found, tags, anonymous, savedFilters] = await Promise.all([
    findDonors(ports.db, filters, { limit: request.limit + 1, before }),
    listTagNames(ports.db, charity.id),
    isWhole ? sumAnonymous(ports.db, charity.id) : null,
    listSavedFilters(ports.db, charity.id, 'donors'),
  ])
  const onPage = found.slice(0, request.limit)
  const donors = await readDonors(ports, { ...filters, keys: onPage.map(({ key }) => key) })
  const now = ports.clock()
  return {
    charity: { id: String(charity.id), name: charity.name },
    canExport: canDo(role, 'donor-exports'),
    tags,
    savedFilters,
    donors: donors.map((donor) => donorView(donor, { now, timeZone: charity.timeZone })),
    anonymous: anonymous && {
      ...anonymous,
      totals: anonymous.totals.map(({ amount, currency }) => ({ amount: Number(amount), currency })),
    },
    next: found.length > onPage.length ? writeCursor(lastOf(onPage)) : null,
  }
}
