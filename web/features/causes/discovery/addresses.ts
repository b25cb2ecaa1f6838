import { type Filters, writeFilters } from '#modules/causes/discovery/rules/filters.ts'

/** The page of what is asked for: it can be shared, kept and gone back to. */
export function discoverAddress(filters: Filters, from = 0): string {
  const query = writeFilters(filters)
  if (from > 0) query.set('from', String(from))
  const text = query.toString()
  return `/v4/discover${text ? `?${text}` : ''}`
}

/** What is asked for as hidden fields, for a form that changes a part of it; `but` leaves that part to the form. */
export const kept = (filters: Filters, but: readonly string[]): (readonly [string, string])[] =>
  [...writeFilters(filters)].filter(([name]) => !but.includes(name))
