import fc from 'fast-check'
import { expect, test } from 'vitest'
import { money } from '#shared/money.ts'
import { orderPrice } from '../../rules/share-price.ts'
import { eventsOf, type SettledOrder } from './order-shares.ts'
import { unperformedPart } from './unperformed-part.ts'

const cow = { animal: 'cow', animalPrice: money(37_500n, 'GBP') } as const
const instantAfter = (minutes: number) => new Date(Date.UTC(2027, 4, 1, 0, minutes))
const order = (shares: number, refunds: readonly bigint[] = []): SettledOrder => ({
  id: 'order',
  settledAt: instantAfter(0),
  shares,
  intention: 'qurbani',
  paid: orderPrice(cow, shares).amount,
  refunds: refunds.map((amount, index) => ({ at: instantAfter(index + 1), amount })),
})
const returned = (shares: number, refunds: readonly bigint[]) =>
  eventsOf(cow, order(shares, refunds)).flatMap((event) => (event.kind === 'refund' ? [event.shares] : []))

test('a refund returns the shares that what is left no longer pays for [qurbani-10]', () => {
  expect(returned(3, [5400n])).toEqual([1])
  expect(returned(3, [2000n])).toEqual([])
  expect(returned(3, [2000n, 5400n])).toEqual([1])
  expect(returned(8, [5400n])).toEqual([1])
  expect(returned(7, [5100n])).toEqual([1])
  expect(returned(2, [10_800n])).toEqual([2])
})

test('what is returned is the price of all shares less that of the performed ones [qurbani-12]', () => {
  const part = (held: number, performed: number, remaining = orderPrice(cow, held).amount) =>
    unperformedPart(cow, { held, performed }, remaining)
  expect([part(3, 1), part(7, 6), part(8, 7), part(14, 7)]).toEqual([10_800n, 5100n, 5400n, 37_500n])
  expect([part(3, 0), part(3, 3), part(3, 0, 0n)]).toEqual([16_200n, 0n, 0n])
  expect(part(3, 1, 14_200n)).toBe(9467n)
})

const anItem = fc
  .bigInt({ min: 1n, max: 200_000n })
  .map((units) => ({ animal: 'cow' as const, animalPrice: money(units * 100n, 'GBP') }))

test('an unperformed part is all of what remains before the first share, and nothing after the last', () => {
  fc.assert(
    fc.property(
      anItem,
      fc.integer({ min: 1, max: 40 }),
      fc.nat(40),
      fc.bigInt({ min: 0n, max: 10n ** 9n }),
      (item, held, nth, remaining) => {
        const performed = Math.min(nth, held)
        const part = unperformedPart(item, { held, performed }, remaining)
        expect(part >= 0n && part <= remaining).toBe(true)
        if (performed === 0) expect(part).toBe(remaining)
        if (performed === held) expect(part).toBe(0n)
      },
    ),
  )
})

test('performed and unperformed parts of a fully paid order are its price, share by share', () => {
  fc.assert(
    fc.property(anItem, fc.integer({ min: 1, max: 40 }), fc.nat(40), (item, held, nth) => {
      const performed = Math.min(nth, held)
      const whole = orderPrice(item, held).amount
      const kept = performed === 0 ? 0n : orderPrice(item, performed).amount
      const expected = whole > kept ? whole - kept : 0n
      expect(unperformedPart(item, { held, performed }, whole)).toBe(performed === held ? 0n : expected)
    }),
  )
})

test('refunds never return more shares than an order has, and returning everything returns them all', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 6 }),
      (shares, weights) => {
        const { paid } = order(shares)
        const amounts = weights.map((weight) => (paid * BigInt(weight)) / 600n).filter((amount) => amount > 0n)
        const spent = amounts.reduce((sum, amount) => sum + amount, 0n)
        const sum = (all: readonly (number | readonly number[])[]) =>
          all.reduce<number>((total, one) => total + Number(one), 0)
        expect(sum(returned(shares, amounts))).toBeLessThan(shares)
        expect(sum(returned(shares, [...amounts, paid - spent]))).toBe(shares)
      },
    ),
  )
})
