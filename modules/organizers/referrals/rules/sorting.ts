/** What referrals are sorted by. Anonymous donors have no name to be sorted by: they come last, whichever way. */
export const sortFields = ['date', 'amount', 'donor'] as const
export type SortField = (typeof sortFields)[number]
export const sortDirections = ['asc', 'desc'] as const
export type SortDirection = (typeof sortDirections)[number]

/** What is of interest first: the newest, the largest; names from their first letter on. */
export const firstDirection: Readonly<Record<SortField, SortDirection>> = { date: 'desc', amount: 'desc', donor: 'asc' }

/** The way a column turns when its heading is pressed: round if it is sorted by already, else as it is first sorted. */
export const directionAfter = (
  field: SortField,
  now: { readonly field: SortField; readonly direction: SortDirection },
): SortDirection => {
  if (field !== now.field) return firstDirection[field]
  return now.direction === 'asc' ? 'desc' : 'asc'
}
