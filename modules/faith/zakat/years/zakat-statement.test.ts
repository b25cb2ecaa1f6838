import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { money } from '#shared/money.ts'
import type { Locale } from '#shared/text.ts'
import { summarizeZakatYear } from '../rules/tracking/zakat-progress.ts'
import type { SavedProfile } from '../profile-queries.ts'
import { zakatStatement } from './zakat-statement.ts'

const profile: SavedProfile = {
  id: '00000000-0000-7000-8000-000000000001',
  period: '1448',
  zakatDue: money(100_000n, 'GBP'),
  status: 'DUE',
  zakatStartDate: localDate('2026-02-18'),
  zakatAnniversary: localDate('2027-02-08'),
  anchor: { year: 'lunar', month: 9, day: 1 },
  timeZone: 'UTC',
  ruleSetId: 'cautious-1',
  prices: { gold: { perGram: '100' }, silver: { perGram: '1' } },
  createdAt: new Date('2026-02-18T00:00:00Z'),
}
const entry = { id: 'a', date: localDate('2026-03-01'), amount: money(25_000n, 'GBP') }
const year = summarizeZakatYear(profile, {
  donations: [{ id: 'b', succeededAt: new Date('2026-04-01T12:00:00Z'), eligible: money(9_680n, 'GBP') }],
  offsite: [entry],
  rates: {},
  timeZone: 'UTC',
})
const aStatement = (locale: Locale, { count = 1, preparedOn = '2026-11-20' } = {}) =>
  JSON.stringify(
    zakatStatement({
      year,
      online: { rows: [], count: 0 },
      offsite: {
        rows: [
          {
            ...entry,
            name: 'Mosque box',
            converted: { ...entry, convertedAmount: entry.amount, isApproximate: false },
          },
        ],
        count,
      },
      donor: 'Amina Yusuf',
      preparedOn: localDate(preparedOn),
      locale,
      productName: 'Sunbul',
    }),
  )

test('a statement has its year in both calendars, each payment and what remains', () => {
  const english = aStatement('en')
  for (const part of ['Amina Yusuf', '18 February 2026', '1 Ramadan 1447', '7 February 2027', 'Mosque box'])
    expect(english).toContain(part)
  for (const amount of ['1,000.00', '250.00', '96.80', '653.20']) expect(english).toContain(amount)
  const arabic = aStatement('ar')
  expect(arabic).toContain('كشف الزكاة')
  expect(arabic).toContain('Mosque box')
})

test('a statement says that its year runs, and that it lists only the newest', () => {
  expect(aStatement('en')).toContain('hasn’t ended')
  expect(aStatement('en', { preparedOn: '2027-02-08' })).not.toContain('hasn’t ended')
  expect(aStatement('en')).not.toContain('The newest')
  expect(aStatement('en', { count: 300 })).toContain('The newest 1 of 300')
})
