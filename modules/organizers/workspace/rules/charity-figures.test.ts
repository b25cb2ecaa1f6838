import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import type { Currency } from '#shared/currencies.ts'
import { currenciesOf, givenInSpan, partsOf } from './charity-figures.ts'
import { monthlyWorth } from './monthly-worth.ts'
import { spanOf } from './view.ts'

/** A dollar is worth 80 pence; nothing is known of the rupee. */
const toOwn = (amount: bigint, currency: Currency) => {
  if (currency === 'GBP') return amount
  return currency === 'USD' ? (amount * 80n) / 100n : undefined
}
const row = (day: string, currency: Currency, gift: bigint, donations = 1n) => ({
  day: localDate(day),
  currency,
  gift,
  donations,
})

test('steps add up to the period, beside those of the period before', () => {
  const span = spanOf('day', localDate('2026-11-29'))
  const { now, before, steps } = givenInSpan(
    [row('2026-11-29', 'GBP', 1000n), row('2026-11-29', 'USD', 1000n), row('2026-10-30', 'GBP', 500n, 2n)],
    span,
    toOwn,
  )
  expect(now).toEqual({ given: 1800n, donations: 2 })
  expect(before).toEqual({ given: 500n, donations: 2 })
  expect(steps.at(-1)).toEqual({ day: '2026-11-29', given: 1800n, donations: 2, before: 500n })
  expect(steps.reduce((sum, { given }) => sum + given, 0n)).toBe(now.given)
})

test('an amount without a rate is listed in its own currency and left out of sums', () => {
  expect(currenciesOf([row('2026-11-29', 'PKR', 9000n), row('2026-11-29', 'GBP', 1n)], toOwn)).toEqual([
    { currency: 'GBP', given: 1n, donations: 1, own: 1n },
    { currency: 'PKR', given: 9000n, donations: 1, own: null },
  ])
})

test('the largest parts are shown and the others are summed', () => {
  const part = (value: string, gift: bigint) => ({ value, currency: 'GBP' as const, gift, donations: 1n })
  expect(partsOf([part('a', 100n), part('b', 600n), part('c', 300n), part('d', 0n)], 2, toOwn)).toEqual({
    parts: [
      { value: 'b', given: 600n, donations: 1, percentage: 60 },
      { value: 'c', given: 300n, donations: 1, percentage: 30 },
    ],
    others: { given: 100n, donations: 2, percentage: 10 },
  })
})

test('a week’s plan is worth 52 of its donations a year; nights of Ramadan aren’t monthly', () => {
  expect(monthlyWorth('week', 1200n)).toBe(5200n)
  expect(monthlyWorth('month', 1200n)).toBe(1200n)
  expect(monthlyWorth('ramadan', 1200n)).toBe(0n)
})
