import fc from 'fast-check'
import { expect, test } from 'vitest'
import { figuresByKind, type RowSum } from './figures.ts'

const rowOf = (account: RowSum['account'], meaning: RowSum['meaning'], amount: bigint): RowSum => ({
  currency: 'GBP',
  account,
  meaning,
  amount,
})

test('what was received, less fees and payouts, waits; a reserve waits, too, and zakat is apart [payouts-17]', () => {
  expect(
    figuresByKind([
      rowOf('payable', 'gift', -10_000n),
      rowOf('payable', 'fee', 300n),
      rowOf('payable', 'payout', 8_000n),
      rowOf('payable', 'reserve', 900n),
      rowOf('reserve', 'reserve', -900n),
      rowOf('reserve', 'payout', 100n),
      rowOf('zakat', 'gift', -500n),
      rowOf('zakat', 'payout', 500n),
    ]),
  ).toEqual([
    {
      currency: 'GBP',
      rest: { received: 10_000n, fees: 300n, paidOut: 8_100n, waiting: 1_600n },
      zakat: { received: 500n, fees: 0n, paidOut: 500n, waiting: 0n },
    },
  ])
})

test('the figures of two lists add up to those of both', () => {
  const aRow = fc.record({
    currency: fc.constantFrom('GBP' as const, 'USD' as const),
    account: fc.constantFrom('payable' as const, 'zakat' as const, 'reserve' as const),
    meaning: fc.constantFrom('gift' as const, 'fee' as const, 'payout' as const, 'reserve' as const, 'other' as const),
    amount: fc.bigInt(-(10n ** 9n), 10n ** 9n),
  })
  const waitingOf = (rows: readonly RowSum[]) =>
    figuresByKind(rows).reduce((sum, { zakat, rest }) => sum + zakat.waiting + rest.waiting, 0n)
  fc.assert(
    fc.property(fc.array(aRow), fc.array(aRow), (a, b) => {
      expect(waitingOf([...a, ...b])).toBe(waitingOf(a) + waitingOf(b))
      expect(figuresByKind([...a, ...b]).map(({ currency }) => currency)).toHaveLength(
        new Set([...a, ...b].map(({ currency }) => currency)).size,
      )
    }),
  )
})
