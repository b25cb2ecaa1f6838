import { directionAfter, type SortDirection, type SortField } from '#modules/organizers/referrals/rules/sorting.ts'

/** The state of a referrals page, stored in its URL so that it can be bookmarked and shared. */
export type ShownReferrals = {
  readonly page: number
  readonly field: SortField
  readonly direction: SortDirection
  readonly plan: string | null
}

const queryOf = ({ page, field, direction, plan }: ShownReferrals): string => {
  const query = new URLSearchParams({
    ...(plan ? { plan } : {}),
    ...(field === 'date' && direction === 'desc' ? {} : { sort: field, way: direction }),
    ...(page > 1 ? { page: String(page) } : {}),
  }).toString()
  return query ? `?${query}` : ''
}

/** Returns the URL of another page. */
export const pageHref = (path: string, view: ShownReferrals, page: number): string =>
  `${path}${queryOf({ ...view, page })}#gifts`

/** Returns the URL that sorts by a field, or reverses the order, and starts at the first page. */
export const sortHref = (path: string, view: ShownReferrals, field: SortField): string =>
  `${path}${queryOf({ ...view, page: 1, field, direction: directionAfter(field, view) })}#gifts`
