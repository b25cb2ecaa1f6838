import { directionAfter, type SortDirection, type SortField } from '#modules/organizers/referrals/rules/sorting.ts'

/** What a page of referrals shows: kept in its address, so that it can be kept, sent and gone back to. */
export type Shown = {
  readonly page: number
  readonly field: SortField
  readonly direction: SortDirection
  readonly plan: string | null
}

const queryOf = ({ page, field, direction, plan }: Shown): string => {
  const query = new URLSearchParams({
    ...(plan ? { plan } : {}),
    ...(field === 'date' && direction === 'desc' ? {} : { sort: field, way: direction }),
    ...(page > 1 ? { page: String(page) } : {}),
  }).toString()
  return query ? `?${query}` : ''
}

/** Another page of the same. */
export const pageHref = (path: string, shown: Shown, page: number): string =>
  `${path}${queryOf({ ...shown, page })}#gifts`

/** The same sorted by a field, or turned round if it is sorted by that already; from its first page. */
export const sortHref = (path: string, shown: Shown, field: SortField): string =>
  `${path}${queryOf({ ...shown, page: 1, field, direction: directionAfter(field, shown) })}#gifts`
