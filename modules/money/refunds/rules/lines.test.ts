import fc from 'fast-check'
import { expect, test } from 'vitest'
import { zakatEligibleOf } from '#modules/money/giving/rules/zakat-eligible.ts'
import {
  roundRefundDown,
  remainingParts,
  type Parts,
  type RefundableDonation,
  type RefundLine,
  refundLine,
  spreadRefund,
  sumOf,
  fullRefund,
} from './lines.ts'

const none = { gift: 0n, tip: 0n, coveredFee: 0n, feeRestored: 0n, zakatEligible: 0n }
const aDonation = (over: Partial<RefundableDonation> = {}): RefundableDonation => ({
  donationId: 'one',
  gift: 5000n,
  tip: 800n,
  coveredFee: 0n,
  processingFee: 175n,
  zakatEligible: 0n,
  zakatEligibleBps: 10_000,
  isZakat: false,
  refunded: none,
  ...over,
})
/** Returns the donation with one more refund refunded. */
const holding = (donation: RefundableDonation, line: RefundLine): RefundableDonation => ({
  ...donation,
  refunded: {
    gift: donation.refunded.gift + line.gift,
    tip: donation.refunded.tip + line.tip,
    coveredFee: donation.refunded.coveredFee + line.coveredFee,
    feeRestored: donation.refunded.feeRestored + line.feeRestored,
    zakatEligible: donation.refunded.zakatEligible + line.zakatEligible,
  },
})

test('a full refund returns all parts, and the platform bears the campaign’s fee (refunds-2)', () => {
  expect(fullRefund([aDonation()])).toEqual([
    { donationId: 'one', gift: 5000n, tip: 800n, coveredFee: 0n, feeRestored: 175n, zakatEligible: 0n },
  ])
})

test('the platform bears half the fee of half a donation, and none of a covered fee', () => {
  expect(refundLine(aDonation(), { gift: 2500n, tip: 0n, coveredFee: 0n })).toMatchObject({ feeRestored: 87n })
  expect(refundLine(aDonation({ coveredFee: 175n }), { gift: 2500n, tip: 0n, coveredFee: 0n })).toMatchObject({
    feeRestored: 0n,
  })
})

test('zakat decreases with refunds, to zero when fully refunded [zakat-1]', () => {
  const zakat = aDonation({ isZakat: true, zakatEligible: 4825n })
  expect(refundLine(zakat, { gift: 2500n, tip: 0n, coveredFee: 0n })).toMatchObject({ zakatEligible: 2413n })
  expect(refundLine(zakat, { gift: 5000n, tip: 0n, coveredFee: 0n })).toMatchObject({ zakatEligible: 4825n })
  expect(refundLine(zakat, { gift: 0n, tip: 800n, coveredFee: 0n })).toMatchObject({ zakatEligible: 0n })
})

test('for zakat with a covered fee every refunded amount stops counting', () => {
  const covered = aDonation({ isZakat: true, coveredFee: 175n, zakatEligible: 5000n })
  expect(refundLine(covered, { gift: 2500n, tip: 0n, coveredFee: 100n })).toMatchObject({
    feeRestored: 100n,
    zakatEligible: 2500n,
  })
})

test('zakat is never negative, and zero after a full refund, whatever was stored', () => {
  const less = aDonation({ isZakat: true, zakatEligible: 3000n })
  const half = { gift: 2500n, tip: 0n, coveredFee: 0n }
  const first = refundLine(less, half)!
  expect([first, refundLine(holding(less, first), half)]).toMatchObject([
    { zakatEligible: 2413n },
    { zakatEligible: 587n },
  ])
  const more = aDonation({ isZakat: true, zakatEligible: 5000n })
  expect([refundLine(more, half), refundLine(holding(more, refundLine(more, half)!), half)]).toMatchObject([
    { zakatEligible: 2413n },
    { zakatEligible: 2587n },
  ])
})

test('more than is left, zero and negative amounts can’t be refunded', () => {
  for (const request of [
    { gift: 5001n, tip: 0n, coveredFee: 0n },
    { gift: 0n, tip: 801n, coveredFee: 0n },
    { gift: 0n, tip: 0n, coveredFee: 1n },
    { gift: 0n, tip: 0n, coveredFee: 0n },
    { gift: -1n, tip: 5n, coveredFee: 0n },
  ])
    expect(refundLine(aDonation(), request)).toBeUndefined()
  expect(fullRefund([aDonation({ refunded: { ...none, gift: 5000n, tip: 800n } })])).toEqual([])
})

test('one of several donations is refunded in multiples of the step, and the remainder stays (refunds-2)', () => {
  expect(roundRefundDown(aDonation(), 1n)).toMatchObject({ gift: 5000n, tip: 800n })
  expect(roundRefundDown(aDonation({ gift: 5125n, tip: 812n }), 10n)).toMatchObject({ gift: 5125n, tip: 805n })
  expect(roundRefundDown(aDonation({ gift: 5125n, tip: 3n }), 10n)).toMatchObject({ gift: 5120n, tip: 0n })
  expect(roundRefundDown(aDonation({ gift: 5125n, tip: 0n, coveredFee: 259n }), 10n)).toMatchObject({
    gift: 5125n,
    coveredFee: 255n,
  })
  expect(roundRefundDown(aDonation({ gift: 7n, tip: 0n }), 10n)).toBeUndefined()
})

const amount = fc.bigInt(1n, 10n ** 7n)
const maybe = fc.oneof(fc.constant(0n), fc.bigInt(0n, 10n ** 6n))
const anyDonation = fc
  .record({
    gift: amount,
    tip: maybe,
    coveredFee: maybe,
    processingFee: fc.bigInt(0n, 10n ** 6n),
    isZakat: fc.boolean(),
    zakatEligibleBps: fc.constantFrom(10_000, 8000, 3333, 1),
  })
  .map((input) => {
    const processingFee = input.processingFee > input.gift ? input.gift : input.processingFee
    return aDonation({
      ...input,
      processingFee,
      zakatEligible: input.isZakat
        ? zakatEligibleOf({
            gift: input.gift,
            fee: input.coveredFee > 0n ? 0n : processingFee,
            bps: input.zakatEligibleBps,
          })
        : 0n,
    })
  })

test('partial refunds never exceed the donation, and add up to one full refund', () => {
  fc.assert(
    fc.property(
      anyDonation,
      fc.array(fc.tuple(fc.nat(100), fc.nat(100), fc.nat(100), fc.boolean()), { maxLength: 12 }),
      fc.boolean(),
      (donation, steps, isEnded) => {
        let now = donation
        const refundLines: RefundLine[] = []
        const make = (parts: Parts) => {
          const line = refundLine(now, parts)
          if (!line) return
          refundLines.push(line)
          now = holding(now, line)
        }
        for (const [g, t, f, isTooMuch] of steps) {
          const parts = remainingParts(now)
          const valueOf = (part: bigint, share: number) => (part * BigInt(share)) / 100n + (isTooMuch ? 1n : 0n)
          make({ gift: valueOf(parts.gift, g), tip: valueOf(parts.tip, t), coveredFee: valueOf(parts.coveredFee, f) })
        }
        if (isEnded) make(remainingParts(now))
        for (const part of ['gift', 'tip', 'coveredFee'] as const) {
          expect(now.refunded[part]).toBeLessThanOrEqual(donation[part])
          expect(refundLines.reduce((sum, line) => sum + line[part], 0n)).toBe(now.refunded[part])
        }
        expect(now.refunded.feeRestored).toBeLessThanOrEqual(donation.processingFee)
        expect(now.refunded.zakatEligible).toBeLessThanOrEqual(donation.zakatEligible)
        if (donation.isZakat) {
          const fee = donation.coveredFee > 0n ? 0n : donation.processingFee - now.refunded.feeRestored
          expect(donation.zakatEligible - now.refunded.zakatEligible).toBe(
            now.refunded.gift === donation.gift
              ? 0n
              : zakatEligibleOf({ gift: donation.gift - now.refunded.gift, fee, bps: donation.zakatEligibleBps }),
          )
        }
        expect(refundLines.every((line) => line.feeRestored >= 0n && line.zakatEligible >= 0n)).toBe(true)
        if (isEnded) {
          expect(sumOf([now.refunded])).toBe(sumOf([donation]))
          expect([now.refunded.feeRestored, now.refunded.zakatEligible]).toEqual([
            donation.processingFee,
            donation.zakatEligible,
          ])
        }
      },
    ),
  )
})

test('an amount without parts is split to the last unit, donations first', () => {
  for (const nothing of [0n, -1n]) expect(spreadRefund([aDonation()], nothing)).toBeUndefined()
  expect(
    spreadRefund([aDonation(), aDonation({ donationId: 'two', gift: 1000n, tip: 0n, coveredFee: 30n })], 6020n),
  ).toMatchObject([
    { donationId: 'one', gift: 5000n, tip: 0n },
    { donationId: 'two', gift: 1000n, coveredFee: 20n },
  ])
  expect(
    spreadRefund([aDonation(), aDonation({ donationId: 'two', coveredFee: 30n, tip: 0n })], 10_031n),
  ).toMatchObject([
    { donationId: 'one', gift: 5000n, tip: 1n },
    { donationId: 'two', gift: 5000n, coveredFee: 30n },
  ])
  // Amounts near the total and any others.
  const place = fc.oneof(fc.constantFrom(0n, -1n, -7n, 1n), fc.bigInt(-6n * 10n ** 7n, 5n))
  fc.assert(
    fc.property(fc.array(anyDonation, { minLength: 1, maxLength: 5 }), place, (parts, beside) => {
      const donations = parts.map((donation, index) => ({ ...donation, donationId: String(index) }))
      const all = sumOf(donations.map(remainingParts))
      const request = all + beside
      const lines = spreadRefund(donations, request)
      if (request <= 0n || request > all) return void expect(lines).toBeUndefined()
      expect(sumOf(lines!)).toBe(request)
      if (request === all) expect(lines).toEqual(fullRefund(donations))
    }),
  )
})
