/** Sort fields of referrals. Anonymous donors come last in both directions. */
export const sortFields = ['date', 'amount', 'donor'] as const
export type SortField = (typeof sortFields)[number]
export const sortDirections = ['asc', 'desc'] as const
export type SortDirection = (typeof sortDirections)[number]

/** First direction of each field: newest, largest, or names from A. */
export const firstDirection: Readonly<Record<SortField, SortDirection>> = { date: 'desc', amount: 'desc', donor: 'asc' }

/**
 * Returns the direction after a click on a heading: reversed if the list is already sorted by it, otherwise its first
 * direction.
 */
export const directionAfter = (
  field: SortField,
  now: { readonly field: SortField; readonly direction: SortDirection },
): SortDirection => {
  if (field !== now.field) return firstDirection[field]
  return now.direction === 'asc' ? 'desc' : 'asc'
}
