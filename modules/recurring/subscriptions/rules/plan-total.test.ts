import fc from 'fast-check'
import { expect, test } from 'vitest'
import { donationsWithin, lastDonationOf, remainingOfTotal, paidOfTotal } from './plan-total.ts'

const amount = fc.bigInt({ min: 1n, max: 10n ** 9n })
const states = [
  'SCHEDULED',
  'PROCESSING',
  'SUCCEEDED',
  'FAILED',
  'UNKNOWN',
  'ACTION_REQUIRED',
  'SKIPPED',
  'CANCELLED',
] as const

test('donations of a plan add up to its total exactly, and only the last is smaller', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 60n }), amount, amount, (times, portion, rest) => {
      const remaining = times * portion + (rest % portion)
      const donations = donationsWithin(remaining, { currency: 'GBP', each: { gift: portion, tip: 7n } }, 1000)
      expect(donations.reduce((sum, { gift }) => sum + gift, 0n)).toBe(remaining)
      expect(donations.slice(0, -1).every(({ gift, tip }) => gift === portion && tip === 7n)).toBe(true)
      expect(donations.at(-1)?.gift).toBe(lastDonationOf(remaining, portion))
      expect(donations.at(-1)?.tip).toBe(remaining % portion === 0n ? 7n : 0n)
    }),
  )
})

test('of a plan its total stays, and never more, whatever fails, is retried or is refunded', () => {
  fc.assert(
    fc.property(amount, fc.bigInt({ min: 1n, max: 40n }), fc.infiniteStream(fc.boolean()), (total, parts, answers) => {
      const portion = total / parts + 1n
      const rows: { state: (typeof states)[number]; gift: bigint; refunded: bigint }[] = []
      for (let occurrence = 0; occurrence < 400 && remainingOfTotal(total, rows) > 0n; occurrence++) {
        const [next] = donationsWithin(
          remainingOfTotal(total, rows),
          { currency: 'GBP', each: { gift: portion, tip: 0n } },
          1,
        )
        if (!next) break
        const isPaid = occurrence > 200 || answers.next().value === true
        rows.push({ state: isPaid ? 'SUCCEEDED' : 'FAILED', gift: next.gift, refunded: 0n })
        // A part of an earlier payment is refunded now and then, also of the last one.
        const refundable = rows[occurrence % 7]
        if (occurrence < 100 && refundable?.state === 'SUCCEEDED' && refundable.refunded === 0n && occurrence % 3 === 0)
          refundable.refunded = refundable.gift / 2n
        expect(paidOfTotal(rows)).toBeLessThanOrEqual(total)
      }
      expect(paidOfTotal(rows)).toBe(total)
    }),
  )
})

test('a donation being charged counts towards the total until it has failed', () => {
  const remaining = (state: (typeof states)[number]) => remainingOfTotal(1000n, [{ state, gift: 400n, refunded: 0n }])
  expect(Object.fromEntries(states.map((state) => [state, remaining(state)]))).toEqual({
    SCHEDULED: 1000n,
    PROCESSING: 600n,
    SUCCEEDED: 600n,
    FAILED: 1000n,
    UNKNOWN: 600n,
    ACTION_REQUIRED: 600n,
    SKIPPED: 1000n,
    CANCELLED: 1000n,
  })
  expect(remainingOfTotal(100n, [{ state: 'SUCCEEDED', gift: 400n, refunded: 0n }])).toBe(0n)
  expect(remainingOfTotal(1000n, [{ state: 'SUCCEEDED', gift: 400n, refunded: 150n }])).toBe(750n)
})

test('the last donation of a total is the remainder, or a full one', () => {
  expect([lastDonationOf(2500n, 1000n), lastDonationOf(3000n, 1000n), lastDonationOf(400n, 1000n)]).toEqual([
    500n,
    1000n,
    400n,
  ])
  expect(lastDonationOf(2500n, 0n)).toBe(0n)
})

test('no more donations of a total are returned than were asked for', () => {
  const plan = { currency: 'GBP', each: { gift: 1000n, tip: 70n } } as const
  expect(donationsWithin(2500n, plan, 2)).toEqual([
    { gift: 1000n, tip: 70n },
    { gift: 1000n, tip: 70n },
  ])
  expect(donationsWithin(2500n, plan, 5)).toEqual([
    { gift: 1000n, tip: 70n },
    { gift: 1000n, tip: 70n },
    { gift: 500n, tip: 0n },
  ])
  expect(donationsWithin(0n, plan, 5)).toEqual([])
})
