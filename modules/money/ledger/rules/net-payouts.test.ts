import fc from 'fast-check'
import { expect, test } from 'vitest'
import { netPayouts } from './net-payouts.ts'

const gbp = (id: string, amount: bigint) => ({ id, currency: 'GBP', amount })

test('a netted refund reduces the latest payouts before it [zakat-19]', () => {
  expect(netPayouts([gbp('a', 100n), gbp('b', 50n), gbp('c', -70n), gbp('d', 10n)])).toEqual([
    gbp('a', 80n),
    gbp('d', 10n),
  ])
  expect(netPayouts([gbp('a', 100n), { ...gbp('b', -40n), currency: 'USD' }])).toEqual([gbp('a', 100n)])
})

test('payouts are never below zero, and sum to what was paid net of refunds', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt(-90n, 90n).filter((amount) => amount !== 0n)), (amounts) => {
      const net = netPayouts(amounts.map((amount, index) => gbp(String(index), amount)))
      expect(net.every(({ amount }) => amount > 0n)).toBe(true)
      // A negative amount can only be taken from what was paid before it.
      const expected = amounts.reduce((sum, amount) => (sum + amount < 0n ? 0n : sum + amount), 0n)
      expect(net.reduce((sum, { amount }) => sum + amount, 0n)).toBe(expected)
    }),
  )
})
