import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRate, type Rate } from '#modules/platform/currencies/rules/rate.ts'
import { rateHistory } from '#modules/platform/currencies/rules/rate-of-day.ts'
import { localDate } from '#shared/calendar.ts'
import { type Currency, fromMajor, money, toMajor } from '#shared/money.ts'
import { getZakatState, summarizeZakat, type OnlineZakat, type ZakatProfile } from './zakat-progress.ts'

const rate = (currency: Currency, day: string, perEuro: string): Rate => ({
  currency,
  day,
  perEuro: parseRate(perEuro)!,
  source: 'ecb',
})
// A dollar is 0.79 pounds and a euro 0.85 on these days; later both change.
const rates = rateHistory([
  rate('USD', '2026-06-01', '1'),
  rate('GBP', '2026-06-01', '0.79'),
  rate('GBP', '2026-07-01', '0.85'),
  rate('USD', '2026-11-01', '1.2'),
  rate('GBP', '2026-11-01', '0.9'),
])
const profileOf = (due: string, currency: Currency = 'USD', more: Partial<ZakatProfile> = {}): ZakatProfile => ({
  period: '1448',
  zakatStartDate: localDate('2026-02-18'),
  zakatAnniversary: localDate('2027-02-08'),
  timeZone: 'UTC',
  createdAt: new Date('2026-02-18'),
  zakatDue: fromMajor(due, currency),
  ...more,
})
const online = (amount: string, instant = '2026-06-01T12:00:00Z', currency: Currency = 'USD'): OnlineZakat => ({
  id: `${instant}${amount}`,
  succeededAt: new Date(instant),
  eligible: fromMajor(amount, currency),
})
const offsite = (amount: string, date = '2026-06-01', currency: Currency = 'USD') => ({
  id: `${date}${amount}`,
  date: localDate(date),
  amount: fromMajor(amount, currency),
})
const donor = {
  donations: [] as OnlineZakat[],
  offsite: [] as ReturnType<typeof offsite>[],
  rates,
  accountCurrency: 'EUR' as const,
  browserTimeZone: 'America/New_York',
  now: new Date('2026-11-20T12:00:00Z'),
}

test.each<[string, string, OnlineZakat[], string[], string, string]>([
  ['part is given', '1000', [online('300'), online('96.80')], ['250'], '353.20', '0.00'],
  ['more than is due', '500', [online('300'), online('250')], [], '0.00', '50.00'],
  ['then 300 is refunded', '500', [online('0'), online('250')], [], '250.00', '0.00'],
  ['exactly what is due', '500', [online('500')], [], '0.00', '0.00'],
])('remaining and overpaid: %s [zakat-17]', (_, due, donations, elsewhere, remaining, overpaid) => {
  const progress = summarizeZakat({
    ...donor,
    profiles: [profileOf(due)],
    donations,
    offsite: elsewhere.map((amount) => offsite(amount)),
  })
  expect([progress.remaining, progress.overpaid].map((amount) => amount && toMajor(amount))).toEqual([
    remaining,
    overpaid,
  ])
})

test('each amount is converted at the rate of its own day, whatever rates do later [zakat-17]', () => {
  const progress = summarizeZakat({
    ...donor,
    profiles: [profileOf('500', 'GBP')],
    donations: [online('100')],
    offsite: [offsite('50', '2026-07-01', 'EUR')],
  })
  expect(progress.remaining && toMajor(progress.remaining)).toBe('378.50')
  expect(progress.isApproximate).toBe(false)
})

test('a rate of another day makes the sum approximate, a wholly refunded donation does not [zakat-17]', () => {
  const valueOf = (amount: string) =>
    summarizeZakat({
      ...donor,
      profiles: [profileOf('500', 'GBP')],
      donations: [online(amount, '2026-06-06T12:00:00Z')],
    })
  expect(valueOf('100').isApproximate).toBe(true)
  expect(valueOf('0').isApproximate).toBe(false)
})

test('the day is that of the profile’s zone, from the first day up to the anniversary [zakat-17]', () => {
  const kualaLumpur = { timeZone: 'Asia/Kuala_Lumpur' }
  const sum = (profile: ZakatProfile, donations: OnlineZakat[]) =>
    toMajor(summarizeZakat({ ...donor, profiles: [profile], donations }).online.total)
  const edges = [
    online('1', '2026-02-17T15:59:59Z'),
    online('2', '2026-02-17T16:00:00Z'),
    online('4', '2026-02-18T00:00:00Z'),
    online('8', '2027-02-07T15:59:59Z'),
    online('16', '2027-02-07T16:00:00Z'),
    online('32', '2027-02-08T00:00:00Z'),
  ]
  expect(sum(profileOf('500', 'USD', kualaLumpur), edges)).toBe('14.00')
  expect(sum(profileOf('500'), edges)).toBe('28.00')
})

test('offsite zakat before the year or on the anniversary does not count [zakat-17]', () => {
  const progress = summarizeZakat({
    ...donor,
    profiles: [profileOf('500')],
    offsite: [
      offsite('1', '2026-02-17'),
      offsite('2', '2026-02-18'),
      offsite('4', '2027-02-07'),
      offsite('8', '2027-02-08'),
    ],
  })
  expect(toMajor(progress.offsite.total)).toBe('6.00')
})

test('without a profile the last Hijri year counts, in the account’s currency and the browser’s zone [zakat-17]', () => {
  const progress = summarizeZakat({
    ...donor,
    profiles: [],
    donations: [
      online('1', '2025-12-02T04:59:59Z', 'EUR'),
      online('2', '2025-12-02T05:00:00Z', 'EUR'),
      online('4', '2026-11-20T11:00:00Z', 'EUR'),
    ],
  })
  expect(progress).toMatchObject({
    state: 'DONATED',
    profile: null,
    currency: 'EUR',
    window: { start: '2025-12-02', anniversary: '2026-11-21' },
    online: { total: fromMajor('6', 'EUR') },
    remaining: null,
    overpaid: null,
  })
})

test('a lapsed profile keeps its zone and leaves the last Hijri year [zakat-17]', () => {
  const lapsed = profileOf('500', 'USD', { zakatAnniversary: localDate('2026-11-20'), timeZone: 'Asia/Kuala_Lumpur' })
  const progress = summarizeZakat({ ...donor, profiles: [lapsed], now: new Date('2026-11-20T16:00:00Z') })
  expect(progress).toMatchObject({
    state: 'NOT_CALCULATED',
    profile: null,
    window: { anniversary: '2026-11-22' },
    remaining: null,
    overpaid: null,
  })
})

test('where nothing is due, overpaid is null [zakat-17]', () => {
  const progress = summarizeZakat({ ...donor, profiles: [profileOf('0')], donations: [online('5')] })
  expect(progress).toMatchObject({ state: 'DONATED', remaining: money(0n, 'USD'), overpaid: null })
})

test('a donation that was wholly refunded leads back to CALCULATED [zakat-17]', () => {
  const state = (amount: string) =>
    summarizeZakat({ ...donor, profiles: [profileOf('500')], donations: [online(amount)] }).state
  expect([state('5'), state('0')]).toEqual(['DONATED', 'CALCULATED'])
})

test('a sum that converts to nothing is not above 0 [zakat-17]', () => {
  const pence = rateHistory([rate('IDR', '2026-06-01', '20000'), rate('GBP', '2026-06-01', '0.8')])
  const progress = summarizeZakat({
    ...donor,
    rates: pence,
    profiles: [profileOf('500', 'GBP')],
    donations: [online('100', undefined, 'IDR')],
  })
  expect(progress.state).toBe('CALCULATED')
})

test('an amount without any rate is named and in no total', () => {
  const donation = online('100', undefined, 'PKR')
  const progress = summarizeZakat({ ...donor, profiles: [profileOf('500')], donations: [donation] })
  expect(progress.online).toMatchObject({ items: [], total: money(0n, 'USD'), withoutRate: [donation.id] })
})

test.each([
  [false, true, 5n, 5n, 'LOGGED_OUT'],
  [true, false, 0n, 0n, 'NOT_CALCULATED'],
  [true, true, 0n, 0n, 'CALCULATED'],
  [true, true, 1n, 0n, 'DONATED'],
  [true, false, 0n, 1n, 'DONATED'],
] as const)(
  'logged in %s, profile %s, online %s, offsite %s: %s [zakat-17]',
  (isLoggedIn, hasCurrentProfile, a, b, state) => {
    const [given, elsewhere] = [money(a, 'USD'), money(b, 'USD')]
    expect(getZakatState({ isLoggedIn, hasCurrentProfile, online: given, offsite: elsewhere })).toBe(state)
  },
)

test('parts agree with totals, and due is remaining or overpaid beside what was given [zakat-17]', () => {
  const entry = fc.record({
    minor: fc.bigInt(0n, 10n ** 7n),
    currency: fc.constantFrom<Currency>('USD', 'GBP', 'EUR'),
    month: fc.integer({ min: 3, max: 12 }),
  })
  fc.assert(
    fc.property(fc.array(entry), fc.bigInt(1n, 10n ** 8n), (entries, due) => {
      const progress = summarizeZakat({
        ...donor,
        profiles: [profileOf('1', 'GBP', { zakatDue: money(due, 'GBP') })],
        donations: entries.map(({ minor, currency, month }, index) => ({
          id: String(index),
          succeededAt: new Date(Date.UTC(2026, month - 1, 15)),
          eligible: money(minor, currency),
        })),
      })
      const sum = progress.online.items.reduce((total, { convertedAmount }) => total + convertedAmount.amount, 0n)
      expect(progress.online.total.amount).toBe(sum)
      expect(progress.remaining!.amount - progress.overpaid!.amount).toBe(due - sum)
      expect(progress.remaining!.amount === 0n || progress.overpaid!.amount === 0n).toBe(true)
    }),
  )
})
