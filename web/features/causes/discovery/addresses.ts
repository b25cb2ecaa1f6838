import { type Filters, writeFilters } from '#modules/causes/discovery/rules/filters.ts'

/** Returns the URL of a search, which can be shared and bookmarked. */
export function discoverAddress(filters: Filters, from = 0): string {
  const query = writeFilters(filters)
  if (from > 0) query.set('from', String(from))
  const text = query.toString()
  return `/v4/discover${text ? `?${text}` : ''}`
}

/** Returns filters as hidden form fields, except those in `but`, which the form has as controls. */
export const hiddenFilterFields = (filters: Filters, but: readonly string[]): (readonly [string, string])[] =>
  [...writeFilters(filters)].filter(([name]) => !but.includes(name))
