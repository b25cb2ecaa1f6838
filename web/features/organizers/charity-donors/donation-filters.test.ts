import { expect, test } from 'vitest'
import { queryOf, readDonationFilters } from './donation-filters.ts'

test('reads what an address was shared with', () => {
  const filters = {
    search: 'Məmmədova & أمينة',
    state: 'refunded',
    kind: 'plan',
    from: '2026-11-01',
    to: '2026-11-30',
    fundraiser: '12',
    currency: 'GBP',
    zakat: 'yes',
    giftAid: 'yes',
    thanked: 'no',
  } as const
  expect(readDonationFilters(new URLSearchParams(queryOf(filters)))).toEqual(filters)
})

test('leaves out what no filter has', () => {
  const query = 'search=+&state=gone&kind=x&from=2026-02-30&fundraiser=1;2&currency=ABC&zakat=no&thanked=yes&other=1'
  expect(readDonationFilters(new URLSearchParams(query))).toEqual({})
  expect(queryOf({ state: undefined, search: '' })).toBe('')
})
