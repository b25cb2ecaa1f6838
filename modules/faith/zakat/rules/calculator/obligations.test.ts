import fc from 'fast-check'
import { expect, test } from 'vitest'
import { money } from '#shared/money.ts'
import {
  calculateObligation,
  findObligationRate,
  getFitrStatus,
  type Obligation,
  type ObligationRate,
  obligations,
} from './obligations.ts'

const rateOf = (obligation: Obligation, amount: bigint, country = 'GB', year = 1448): ObligationRate => ({
  obligation,
  country,
  year,
  rate: money(amount, 'GBP'),
  source: 'example figure',
})

test.each<[Obligation, string, bigint, bigint]>([
  ['zakat-al-fitr', '5', 500n, 2500n],
  ['fidya', '30', 400n, 12_000n],
  ['fidya', '٣٠', 500n, 15_000n],
  ['kaffarah-fast', '1', 400n, 24_000n],
  ['kaffarah-fast', '2', 700n, 84_000n],
  ['kaffarah-oath', '1', 500n, 5000n],
  ['fidya', '', 500n, 0n],
])('%s for "%s" at %s is %s pence [zakat-20]', (obligation, count, rate, amount) => {
  expect(calculateObligation(rateOf(obligation, rate), count)).toMatchObject({ amount: money(amount, 'GBP') })
})

test.each([
  ['-1', 'number-negative'],
  ['1.5', 'number-too-many-decimals'],
  ['two', 'number-invalid'],
])('%s is no count [zakat-20]', (count, code) => {
  expect(calculateObligation(rateOf('fidya', 500n), count)).toMatchObject({ code })
})

test('no obligation is ever negative, and it grows with the count [zakat-20]', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...obligations),
      fc.bigInt(0n, 10n ** 6n),
      fc.nat(),
      fc.nat(),
      (obligation, rate, a, b) => {
        const valueOf = (count: number) => {
          const result = calculateObligation(rateOf(obligation, rate), String(count))
          return 'code' in result ? -1n : result.amount.amount
        }
        expect(valueOf(a)).toBeGreaterThanOrEqual(0n)
        expect(valueOf(a) <= valueOf(b)).toBe(a <= b || rate === 0n)
      },
    ),
  )
})

test('a rate is of its country and year only [zakat-20]', () => {
  const rates = [rateOf('fidya', 400n), rateOf('fidya', 500n, 'GB', 1449), rateOf('fidya', 800n, 'US')]
  expect(findObligationRate(rates, { obligation: 'fidya', country: 'GB', year: 1449 })?.rate.amount).toBe(500n)
  expect(findObligationRate(rates, { obligation: 'fidya', country: 'CA', year: 1448 })).toBeUndefined()
  expect(findObligationRate(rates, { obligation: 'kaffarah-oath', country: 'GB', year: 1448 })).toBeUndefined()
})

test('zakat al-fitr closes at the configured instant [zakat-20]', () => {
  const closesAt = new Date('2027-03-07T18:00:00Z')
  expect(getFitrStatus(closesAt, new Date('2027-03-07T17:59:59.999Z'))).toBe('open')
  expect(getFitrStatus(closesAt, closesAt)).toBe('closed')
})
