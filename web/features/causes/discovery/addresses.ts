import { type Filters, writeFilters } from '#modules/causes/discovery/rules/filters.ts'

/** Returns the URL of the search, which can be shared and bookmarked. */
export function discoverAddress(filters: Filters, from = 0): string {
  const query = writeFilters(filters)
  if (from > 0) query.set('from', String(from))
  const text = query.toString()
  return `/v4/discover${text ? `?${text}` : ''}`
}

/** Returns filters as hidden fields of a form, without the fields in `but`, which the form has itself. */
export const kept = (filters: Filters, but: readonly string[]): (readonly [string, string])[] =>
  [...writeFilters(filters)].filter(([name]) => !but.includes(name))
