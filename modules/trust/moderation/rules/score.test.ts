import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Currency } from '#shared/money.ts'
import { reportReasons } from './report.ts'
import { caseKinds, type Factors, scoreOf } from './score.ts'

const factors = fc.record({
  kind: fc.constantFrom(...caseKinds),
  reporters: fc.nat(50),
  reasons: fc.subarray([...reportReasons]),
  atStake: fc.bigInt(0n, 10n ** 15n),
  currency: fc.constantFrom('GBP', 'USD', 'JPY', 'KWD', 'IDR'),
  isZakat: fc.boolean(),
})
const quiet: Factors = { kind: 'report', reporters: 1, reasons: ['spam'], atStake: 0n, currency: 'GBP', isZakat: false }

test('a score is the sum of its parts, and each shown part counts', () => {
  fc.assert(
    fc.property(factors, (input) => {
      const { score, parts } = scoreOf(input)
      return score === parts.reduce((sum, { points }) => sum + points, 0) && parts.every(({ points }) => points > 0)
    }),
  )
})

test('more reports, reasons or money, or zakat, never lower a score', () => {
  fc.assert(
    fc.property(
      factors,
      fc.nat(20),
      fc.bigInt(0n, 10n ** 14n),
      fc.constantFrom(...reportReasons),
      (input, more, money, reason) => {
        const { score } = scoreOf(input)
        return (
          scoreOf({ ...input, reporters: input.reporters + more }).score >= score &&
          scoreOf({ ...input, atStake: input.atStake + money }).score >= score &&
          scoreOf({ ...input, reasons: [...input.reasons, reason] }).score >= score &&
          scoreOf({ ...input, isZakat: true }).score >= score
        )
      },
    ),
  )
})

test('the third and the tenth reporter raise it', () => {
  const valueOf = (reporters: number) => scoreOf({ ...quiet, reporters }).score
  expect([valueOf(1), valueOf(2), valueOf(3), valueOf(9), valueOf(10)]).toEqual([20, 20, 35, 35, 55])
})

test('only the gravest reason counts, once', () => {
  expect(scoreOf({ ...quiet, reasons: ['spam', 'fraud', 'misleading'] }).parts).toContainEqual({
    part: 'gravity',
    points: 30,
  })
})

test('the same value counts the same in every currency', () => {
  const points = (atStake: bigint, currency: Currency) =>
    scoreOf({ ...quiet, atStake, currency }).parts.find(({ part }) => part === 'money')?.points ?? 0
  expect([points(9_999n, 'GBP'), points(10_000n, 'GBP'), points(100_000n, 'GBP'), points(10n ** 12n, 'GBP')]).toEqual([
    0, 10, 20, 40,
  ])
})

test('a score names each of its parts, and leaves out those without points', () => {
  expect(
    scoreOf({ kind: 'zakat', reporters: 3, reasons: ['hate'], atStake: 10_000n, currency: 'GBP', isZakat: true }),
  ).toEqual({
    score: 80,
    parts: [
      { part: 'kind', points: 15 },
      { part: 'reports', points: 20 },
      { part: 'gravity', points: 25 },
      { part: 'money', points: 10 },
      { part: 'zakat', points: 10 },
    ],
  })
  expect(scoreOf({ ...quiet, kind: 'comment', reporters: 0, reasons: [] })).toEqual({
    score: 5,
    parts: [{ part: 'kind', points: 5 }],
  })
})

test('a match, which stops payouts, has the highest score of a kind, then a payment before its dispute', () => {
  const first = caseKinds.toSorted(
    (a, b) => scoreOf({ ...quiet, kind: b }).score - scoreOf({ ...quiet, kind: a }).score,
  )
  expect(first.slice(0, 2)).toEqual(['match', 'payment'])
})
