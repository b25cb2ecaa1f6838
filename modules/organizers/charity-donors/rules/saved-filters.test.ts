import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filteredLists, readSavedFilter, toSavedQuery } from './saved-filters.ts'

test('a saved query is stable, and never has a search or a cursor', () => {
  const name = fc.constantFrom('search', 'before', 'state', 'segment', 'tag', 'columns', 'other')
  const query = fc
    .array(fc.tuple(name, fc.string()))
    .map((entries) => new URLSearchParams(entries as [string, string][]).toString())
  fc.assert(
    fc.property(fc.constantFrom(...filteredLists), query, (list, typed) => {
      const saved = toSavedQuery(list, typed)
      expect(toSavedQuery(list, saved)).toBe(saved)
      const names = [...new URLSearchParams(saved).keys()]
      expect(names).not.toContain('search')
      expect(names).not.toContain('before')
    }),
  )
})

test('a name and something to save are required', () => {
  expect(readSavedFilter('donors', { name: ' Friends\nof the well ', query: '?segment=lapsed&search=Leyla' })).toEqual({
    filter: { name: 'Friends of the well', query: 'segment=lapsed' },
  })
  expect(readSavedFilter('donors', { name: ' ', query: 'search=Leyla' })).toEqual({
    faults: { name: { code: 'filter-name-missing' }, query: { code: 'filter-empty' } },
  })
  expect(readSavedFilter('donors', { name: 'a'.repeat(61), query: 'tag=VIP' })).toMatchObject({
    faults: { name: { code: 'text-too-long' } },
  })
})
