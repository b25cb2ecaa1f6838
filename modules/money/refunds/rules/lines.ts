import { zakatEligibleOf } from '#modules/money/giving/rules/zakat-eligible.ts'

/** The refundable parts of one donation. Minor units. */
export type Parts = { readonly gift: bigint; readonly tip: bigint; readonly coveredFee: bigint }

/**
 * The refunded parts of one donation. `feeRestored` is the part of the campaign's fee that the platform takes over;
 * `zakatEligible` is the amount that no longer counts as zakat.
 */
export type RefundLine = Parts & {
  readonly donationId: string
  readonly feeRestored: bigint
  readonly zakatEligible: bigint
}

/** A paid donation with the amounts that other refunds already hold. */
export type RefundableDonation = Parts & {
  readonly donationId: string
  /** The campaign's share of the provider's fee. */
  readonly processingFee: bigint
  readonly zakatEligible: bigint
  /** The part of the donation that counts as zakat, in basis points. */
  readonly zakatEligibleBps: number
  readonly isZakat: boolean
  readonly refunded: Parts & { readonly feeRestored: bigint; readonly zakatEligible: bigint }
}

export const remainingParts = ({ refunded, ...donation }: RefundableDonation): Parts => ({
  gift: donation.gift - refunded.gift,
  tip: donation.tip - refunded.tip,
  coveredFee: donation.coveredFee - refunded.coveredFee,
})

export const sumOf = (parts: readonly Parts[]): bigint =>
  parts.reduce((sum, { gift, tip, coveredFee }) => sum + gift + tip + coveredFee, 0n)

const fits = (parts: Parts, partsValue: Parts): boolean =>
  (['gift', 'tip', 'coveredFee'] as const).every((part) => parts[part] >= 0n && parts[part] <= partsValue[part]) &&
  sumOf([parts]) > 0n

/**
 * Computes the effect of refunding these parts on the campaign and on zakat; undefined if they exceed what is left.
 * The provider keeps its fee, so the platform takes over the campaign's share in proportion to the base of the fee:
 * the covered fee if the donor paid one, otherwise the donation. Rounded down over the sum of all refunds, so that
 * partial refunds end where one full refund does. What then counts as zakat is floor((gift left − fee still borne) ×
 * bps / 10^4), at least 0 (zakat-1).
 */
export function refundLine(refundableDonation: RefundableDonation, parts: Parts): RefundLine | undefined {
  if (!fits(parts, remainingParts(refundableDonation))) return undefined
  const { gift, tip, coveredFee } = parts
  const isCovered = refundableDonation.coveredFee > 0n
  const [base, before, now] = isCovered
    ? [refundableDonation.coveredFee, refundableDonation.refunded.coveredFee, coveredFee]
    : [refundableDonation.gift, refundableDonation.refunded.gift, gift]
  const feeRestored = atLeastNone(
    (refundableDonation.processingFee * (before + now)) / base - refundableDonation.refunded.feeRestored,
  )
  const zakatLeft = refundableDonation.zakatEligible - refundableDonation.refunded.zakatEligible
  const isAllOfIt = refundableDonation.refunded.gift + gift === refundableDonation.gift
  const eligibleLeft = (returned: bigint, restored: bigint) =>
    zakatEligibleOf({
      gift: refundableDonation.gift - returned,
      fee: isCovered ? 0n : refundableDonation.processingFee - restored,
      bps: refundableDonation.zakatEligibleBps,
    })
  const zakat = atLeastNone(
    eligibleLeft(refundableDonation.refunded.gift, refundableDonation.refunded.feeRestored) -
      eligibleLeft(refundableDonation.refunded.gift + gift, refundableDonation.refunded.feeRestored + feeRestored),
  )
  const zakatPart = isAllOfIt || zakat > zakatLeft ? zakatLeft : zakat
  return {
    donationId: refundableDonation.donationId,
    gift,
    tip,
    coveredFee,
    feeRestored,
    zakatEligible: refundableDonation.isZakat ? zakatPart : 0n,
  }
}

/**
 * Rounds a refund of one of several donations down to the provider's step (refunds-2). The remainder stays with the
 * tip, otherwise with the covered fee or the donation, and is refunded with the rest of the payment.
 */
export function roundRefundDown(refundableDonation: RefundableDonation, step: bigint): RefundLine | undefined {
  const parts = remainingParts(refundableDonation)
  let over = sumOf([parts]) % step
  const cut = (amount: bigint): bigint => {
    const taken = amount < over ? amount : over
    over -= taken
    return amount - taken
  }
  const [tip, coveredFee, gift] = [cut(parts.tip), cut(parts.coveredFee), cut(parts.gift)]
  return refundLine(refundableDonation, { gift, tip, coveredFee })
}

/** Refunds everything that is left: donations, tips and covered fees (refunds-2). */
export const fullRefund = (donations: readonly RefundableDonation[]): RefundLine[] =>
  donations.flatMap((donation) => refundLine(donation, remainingParts(donation)) ?? [])

/**
 * Splits an amount without parts, such as a refund in the provider's dashboard: first over donations, then covered
 * fees, then tips, each in the order of the payment. Undefined if it exceeds what is left.
 */
export function spreadRefund(donations: readonly RefundableDonation[], amount: bigint): RefundLine[] | undefined {
  let remaining = amount
  const request = donations.map((donation) => ({ donation, parts: { gift: 0n, tip: 0n, coveredFee: 0n } }))
  for (const part of ['gift', 'coveredFee', 'tip'] as const)
    for (const { donation, parts } of request) {
      const there = remainingParts(donation)[part]
      parts[part] = there < remaining ? there : remaining
      remaining -= parts[part]
    }
  if (remaining > 0n || amount <= 0n) return undefined
  return request.flatMap(({ donation, parts }) => refundLine(donation, parts) ?? [])
}

const atLeastNone = (amount: bigint): bigint => (amount > 0n ? amount : 0n)
