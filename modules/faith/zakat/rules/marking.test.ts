import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeEligible, findMarkingRefusal, type MarkingData } from './marking.ts'

const markingData: MarkingData = {
  isZakat: false,
  hasOtherType: false,
  isPaid: true,
  gift: 10_000n,
  refundedAmount: 0n,
  fee: 215n,
  isZakatVerified: true,
  bps: 10_000,
}

test('a paid, verified donation counts, less its fee, unless its campaign was paid out [ledger-13]', () => {
  expect(findMarkingRefusal(markingData, false)).toBeUndefined()
  expect(computeEligible(markingData)).toBe(9785n)
  expect(computeEligible({ ...markingData, bps: 8000 })).toBe(7828n)
})

test.each([
  ['zakat-marked-already', { isZakat: true }, false],
  ['zakat-mark-other-type', { hasOtherType: true }, false],
  ['zakat-mark-refunded', { refundedAmount: 1n }, false],
  ['zakat-mark-refunded', { isPaid: false }, false],
  ['zakat-mark-not-verified', { isZakatVerified: false }, false],
  ['zakat-mark-paid-out', {}, true],
  ['zakat-mark-nothing-left', { fee: 10_000n }, false],
] as const)('%s is the reason for %o', (reason, over, isPaidOut) => {
  expect(findMarkingRefusal({ ...markingData, ...over }, isPaidOut)).toBe(reason)
})

test('the eligible amount is positive and at most the donation', () => {
  const amount = fc.bigInt(1n, 10n ** 12n)
  fc.assert(
    fc.property(
      amount,
      fc.bigInt(0n, 10n ** 12n),
      fc.integer({ min: 1, max: 10_000 }),
      fc.boolean(),
      (gift, fee, bps, isPaidOut) => {
        const request = { ...markingData, gift, fee, bps }
        if (findMarkingRefusal(request, isPaidOut)) return
        expect(computeEligible(request) > 0n && computeEligible(request) <= gift && !isPaidOut).toBe(true)
      },
    ),
  )
})
