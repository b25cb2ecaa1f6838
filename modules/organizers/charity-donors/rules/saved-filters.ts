import { normalizePublicName } from '#modules/organizers/comments/rules/words.ts'
import type { Fault } from '#shared/problem.ts'

/** Lists whose filters can be saved. */
export const filteredLists = ['donations', 'donors'] as const
export type FilteredList = (typeof filteredLists)[number]

/** Maximum of characters of a filter's name; the database enforces the same limit. */
export const filterNameMax = 60
/** Maximum of characters of the saved query. */
const queryMax = 500
/** Maximum of saved filters of a list. */
export const savedMax = 50

/** What the address of a list keeps and a saved filter has. A search can name a donor, so it isn't saved. */
const savedNames: Readonly<Record<FilteredList, readonly string[]>> = {
  donations: [
    'state',
    'kind',
    'from',
    'to',
    'fundraiser',
    'currency',
    'zakat',
    'giftAid',
    'thanked',
    'refundRequest',
    'columns',
  ],
  donors: ['segment', 'tag', 'columns'],
}

/**
 * Returns the part of an address's query that a saved filter has, in a fixed order and without a question mark. The page
 * checks the values when it opens them, as in any address.
 */
export function toSavedQuery(list: FilteredList, typed: string): string {
  const query = new URLSearchParams(typed)
  const entries = savedNames[list].flatMap((name): [string, string][] => {
    const value = (query.get(name) ?? '').trim()
    return value === '' ? [] : [[name, value]]
  })
  return new URLSearchParams(entries).toString()
}

/** Returns the normalized name and query of a filter, or the faults of the fields. */
export function readSavedFilter(
  list: FilteredList,
  typed: { readonly name: string; readonly query: string },
): { readonly filter: { readonly name: string; readonly query: string } } | { readonly faults: Record<string, Fault> } {
  const name = normalizePublicName(typed.name)
  const query = toSavedQuery(list, typed.query)
  const faults: Record<string, Fault> = {}
  if (!/[\p{L}\p{N}]/u.test(name)) faults.name = { code: 'filter-name-missing' }
  else if (Array.from(name).length > filterNameMax)
    faults.name = { code: 'text-too-long', params: { max: filterNameMax } }
  if (query === '' || query.length > queryMax) faults.query = { code: 'filter-empty' }
  return Object.keys(faults).length > 0 ? { faults } : { filter: { name, query } }
}
