import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { anchorOf } from './anniversaries.ts'
import { latestProfile, mostRecentProfile, planZakatYear, type ZakatYearProfile } from './zakat-profile.ts'

const profile = (period: string, anniversary: string, createdAt = '2026-01-01'): ZakatYearProfile => ({
  period,
  zakatStartDate: localDate('2024-03-11'),
  zakatAnniversary: localDate(anniversary),
  timeZone: 'Asia/Kuala_Lumpur',
  createdAt: new Date(createdAt),
})
const three = [profile('1446', '2025-03-01'), profile('1447', '2026-02-18'), profile('1448', '2027-02-08')]

test.each<[string, ZakatYearProfile[], string, string | null]>([
  ['no profile', [], '2026-11-20T00:00:00Z', null],
  ['three years', three, '2026-11-20T00:00:00Z', '1448'],
  ['three years in another order', three.toReversed(), '2026-11-20T00:00:00Z', '1448'],
  [
    'the highest period lapsed, a lower one running',
    [profile('3', '2026-02-18'), profile('2', '2027-02-08')],
    '2026-11-20T00:00:00Z',
    null,
  ],
  [
    'periods compared as numbers',
    [profile('9', '2026-02-18'), profile('10', '2027-02-08')],
    '2026-11-20T00:00:00Z',
    '10',
  ],
  ['the last second of the year in the donor’s zone', three, '2027-02-07T15:59:59Z', '1448'],
  ['the anniversary in the donor’s zone', three, '2027-02-07T16:00:00Z', null],
])('most recent profile: %s [zakat-16]', (_, profiles, now, period) => {
  expect(mostRecentProfile(profiles, new Date(now))?.period ?? null).toBe(period)
})

test('of one period the latest revision counts, of equal ones the later row [zakat-16]', () => {
  const first = profile('1448', '2027-02-08', '2026-05-01')
  const second = profile('1448', '2027-02-08', '2026-06-01')
  const third = profile('1448', '2027-02-08', '2026-06-01')
  expect(latestProfile([second, first])).toBe(second)
  expect(latestProfile([first, second, third])).toBe(third)
  expect(latestProfile([first, third, second])).toBe(second)
  expect(latestProfile([])).toBeNull()
})

test('a profile starts on the latest zakat date up to today [zakat-16]', () => {
  const anchor = anchorOf(localDate('2024-04-09'), 'lunar')
  expect(planZakatYear(anchor, localDate('2026-11-20'))).toEqual({
    period: '1448',
    zakatStartDate: '2026-03-19',
    zakatAnniversary: '2027-03-08',
  })
})
