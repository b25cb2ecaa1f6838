import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { currencies, type Currency, exponentOf, money, toMajor } from '#shared/money.ts'
import { calculateZakat, type ZakatResult } from './calculate-zakat.ts'
import { ruleSets } from './rule-sets.ts'
import type { AssetLine, DebtLine, ZakatInput } from './zakat-input.ts'

const date = localDate('2026-11-20')
function calculate(input: Omit<ZakatInput, 'date'>): ZakatResult {
  const calculation = calculateZakat({ ...input, date })
  if (!calculation.isValid) throw new Error(JSON.stringify(calculation.refusals))
  return calculation.result
}

const decimal = (most: number, decimals: number) =>
  fc
    .bigInt(0n, BigInt(most) * 10n ** BigInt(decimals))
    .map((value) => (Number(value) / 10 ** decimals).toFixed(decimals))
const amount = decimal(30_000, 2)
const percent = decimal(100, 1)
const asset: fc.Arbitrary<AssetLine> = fc.oneof(
  fc.record({ kind: fc.constant('cash' as const), amount, currency: fc.constantFrom<Currency>('USD', 'GBP', 'EUR') }),
  fc.record({
    kind: fc.constant('gold' as const),
    grams: decimal(500, 3),
    karat: fc.constantFrom('24', '22', '18', '9'),
    use: fc.constantFrom('stored' as const, 'worn' as const),
    wornBy: fc.constantFrom('woman' as const, 'man' as const),
  }),
  fc.record({
    kind: fc.constant('silver' as const),
    grams: decimal(1000, 2),
    fineness: fc.constantFrom('1000', '925'),
    use: fc.constantFrom('stored' as const, 'worn' as const),
  }),
  fc.record({ kind: fc.constant('long-term-shares' as const), amount, percent }),
  fc.record({ kind: fc.constant('business' as const), cash: amount, stock: amount, creditors: amount }),
  fc.record({ kind: fc.constant('401k' as const), amount, penaltyPercent: percent, taxPercent: percent }),
)
const debt: fc.Arbitrary<DebtLine> = fc.oneof(
  fc.record({ kind: fc.constant('due-now' as const), amount }),
  fc.record({ kind: fc.constant('long-term' as const), instalment: decimal(900, 2), owed: amount }),
)
const prices = fc
  .tuple(
    decimal(5, 4).filter((price) => Number(price) > 0),
    fc.integer({ min: 71, max: 1000 }),
  )
  .map(([silver, ratio]) => ({
    gold: { perGram: ((Number(silver) * ratio) / 10).toFixed(5) },
    silver: { perGram: silver },
  }))
const rates = { USD: { perEuro: '1.0812' }, GBP: { perEuro: '0.87013' } }
const wealth = fc.record({
  currency: fc.constant<Currency>('USD'),
  rates: fc.constant(rates),
  ruleSetId: fc.constantFrom(...ruleSets.map(({ id }) => id)),
  prices,
  assets: fc.array(asset, { maxLength: 6 }),
  debts: fc.array(debt, { maxLength: 3 }),
})

test('one asset more never lowers zakat where gold costs over seven times silver', () => {
  fc.assert(
    fc.property(wealth, asset, (input, added) => {
      const more = calculate({ ...input, assets: [...input.assets, added] })
      expect(more.zakat.amount).toBeGreaterThanOrEqual(calculate(input).zakat.amount)
    }),
  )
})

test('one debt more never raises zakat', () => {
  fc.assert(
    fc.property(wealth, debt, (input, added) => {
      const more = calculate({ ...input, debts: [...input.debts, added] })
      expect(more.zakat.amount).toBeLessThanOrEqual(calculate(input).zakat.amount)
    }),
  )
})

test('the order of lines does not matter', () => {
  const figures = ({ explain: _, ...result }: ZakatResult) => result
  fc.assert(
    fc.property(wealth, (input) => {
      const turned = { ...input, assets: input.assets.toReversed(), debts: input.debts.toReversed() }
      expect(figures(calculate(turned))).toEqual(figures(calculate(input)))
    }),
  )
})

test.each(currencies)('%s: the least amount that reaches the nisab is liable, a minor unit less is not', (currency) => {
  const exponent = exponentOf(currency)
  const scaled = fc.bigInt(1n, 10n ** 8n).map((value) => (Number(value) / 10_000).toFixed(4))
  fc.assert(
    fc.property(scaled, scaled, fc.constantFrom('gold' as const, 'silver' as const), (gold, silver, basis) => {
      const valueOf = (cash: bigint) =>
        calculate({
          currency,
          prices: { gold: { perGram: gold }, silver: { perGram: silver } },
          choices: { basis },
          // A leading zero, because three decimals after one to three digits may be thousands (ADR-0041).
          assets: [{ kind: 'cash', amount: `0${toMajor(money(cash, currency))}` }],
        })
      const grams = basis === 'gold' ? 8748n : 61_236n
      const price = BigInt((basis === 'gold' ? gold : silver).replace('.', ''))
      // Hundredths of a gram times ten-thousandths of a unit: the nisab in millionths, in minor units rounded up.
      const nisab = (grams * price * 10n ** BigInt(exponent) + 999_999n) / 1_000_000n
      const reached = valueOf(nisab)
      expect(reached.nisab[basis].amount).toBe(nisab)
      expect(reached.status).toBe('DUE')
      // 2.5 % rounded up, in whole numbers.
      expect(reached.zakat.amount).toBe((nisab + 39n) / 40n)
      expect(valueOf(nisab - 1n)).toMatchObject({ status: 'BELOW_NISAB', zakat: { amount: 0n } })
    }),
    { numRuns: 20 },
  )
})

test.each(currencies)('%s: zakat is rounded once, up, from the exact sum of all lines', (currency) => {
  const exponent = exponentOf(currency)
  const grams = fc.array(fc.integer({ min: 1, max: 99_999 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(grams, (weights) => {
      const result = calculate({
        currency,
        prices: { gold: { perGram: '71234.5678' }, silver: { perGram: '0.0001' } },
        assets: [
          { kind: 'cash', amount: '1' },
          ...weights.map((weight): AssetLine => ({ kind: 'gold', grams: `${weight}`, karat: '7' })),
        ],
      })
      const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
      // (total × 7/24 × 71234.5678 + 1) × 10^exponent / 40, up.
      const dividend = (total * 7n * 712_345_678n + 240_000n) * 10n ** BigInt(exponent)
      expect(result.zakat.amount).toBe((dividend + 9_599_999n) / 9_600_000n)
    }),
    { numRuns: 20 },
  )
})
