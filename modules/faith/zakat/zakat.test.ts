import { expect, test } from 'vitest'
import { parseRate } from '#modules/platform/currencies/rules/rate.ts'
import { rateHistory } from '#modules/platform/currencies/rules/rate-of-day.ts'
import { localDate } from '#shared/calendar.ts'
import { fromMajor, money, toMajor } from '#shared/money.ts'
import { allocateFirstInFirstOut } from './rules/distribution/allocate-distributions.ts'
import { anchorOf } from './rules/tracking/anniversaries.ts'
import { calculateZakat, isSavable } from './rules/calculator/calculate-zakat.ts'
import { convertAmountsOnDays, summarizeZakat } from './rules/tracking/zakat-progress.ts'
import { planZakatYear } from './rules/tracking/zakat-profile.ts'

const today = localDate('2026-11-20')
const now = new Date('2026-11-20T12:00:00Z')
const rates = rateHistory([
  { currency: 'GBP', day: '2026-11-20', perEuro: parseRate('0.8')!, source: 'ecb' },
  { currency: 'USD', day: '2026-11-20', perEuro: parseRate('1')!, source: 'ecb' },
])

function calculate(cash: string, hawl?: { isComplete: boolean; startedOn?: typeof today }) {
  const calculation = calculateZakat({
    currency: 'GBP',
    date: today,
    prices: { gold: { perGram: '80' }, silver: { perGram: '0.90' } },
    assets: [{ kind: 'cash', amount: cash }],
    ...(hawl && { hawl }),
  })
  if (!calculation.isValid) throw new Error('refused')
  return calculation.result
}

test('a donor calculates, gives, is refunded, and sees where the money is [zakat-16, zakat-17, zakat-19]', () => {
  const result = calculate('10000')
  expect([result.status, toMajor(result.zakat)]).toEqual(['DUE', '250.00'])
  const profile = {
    ...planZakatYear(anchorOf(today, result.choices.year), today),
    timeZone: 'Europe/London',
    createdAt: now,
    zakatDue: result.zakat,
  }
  expect(profile).toMatchObject({ period: '1449', zakatStartDate: '2026-11-20', zakatAnniversary: '2027-11-09' })

  const progressOf = (eligible: string) =>
    summarizeZakat({
      profiles: [profile],
      donations: [{ id: 'd', succeededAt: now, eligible: fromMajor(eligible, 'USD') }],
      offsite: [],
      rates,
      accountCurrency: 'GBP',
      browserTimeZone: 'UTC',
      now,
    })
  expect(progressOf('100')).toMatchObject({ state: 'DONATED', remaining: fromMajor('170', 'GBP') })
  expect(progressOf('0')).toMatchObject({ state: 'CALCULATED', remaining: fromMajor('250', 'GBP') })

  const { donations } = allocateFirstInFirstOut(
    [{ donationId: 'd', receivedOn: today, amount: 10_000n, refunded: 0n }],
    [],
    [{ id: 'food', date: today, amount: 2500n }],
    today,
  )
  expect(donations).toMatchObject([{ status: 'received', received: 10_000n, distributed: 2500n }])
})

test('a result is saved unless the day it is due on is unknown [zakat-16]', () => {
  expect(isSavable(calculate('10000'))).toBe(true)
  expect(isSavable(calculate('1'))).toBe(true)
  expect(isSavable(calculate('10000', { isComplete: false, startedOn: today }))).toBe(true)
  expect(isSavable(calculate('10000', { isComplete: false }))).toBe(false)
})

test('lists convert each amount once and add up what is shown [amounts-16]', () => {
  const pence = (id: string) => ({ id, date: today, amount: money(1n, 'USD') })
  const { items, total } = convertAmountsOnDays([pence('a'), pence('b'), pence('c')], 'GBP', rates)
  expect(items.map(({ convertedAmount }) => convertedAmount.amount)).toEqual([1n, 1n, 1n])
  expect(total.amount).toBe(3n)
})
