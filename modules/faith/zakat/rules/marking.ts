import { zakatEligibleOf } from '#modules/money/giving/rules/zakat-eligible.ts'

/** The reasons why a donation can't be counted as zakat later (ledger-13); each is the code of a message. */
export const markingRefusals = [
  'zakat-marked-already',
  'zakat-mark-other-type',
  'zakat-mark-refunded',
  'zakat-mark-not-verified',
  'zakat-mark-paid-out',
  'zakat-mark-nothing-left',
] as const
export type MarkingRefusal = (typeof markingRefusals)[number]

/** The data of a paid donation that the rules need. Minor units. */
export type MarkingData = {
  readonly isZakat: boolean
  /** Whether it is zakat al-fitr, fidya, kaffarah or purification, which aren't zakat on wealth (zakat-20). */
  readonly hasOtherType: boolean
  /** Whether its payment is neither disputed nor lost in a dispute. */
  readonly isPaid: boolean
  readonly gift: bigint
  /** The amount of its refunds, completed or in progress. */
  readonly refundedAmount: bigint
  /** The part of the processing fee that it bears. */
  readonly fee: bigint
  readonly isZakatVerified: boolean
  /** The part of a zakat donation to its campaign that counts now, in basis points. */
  readonly bps: number
}

/** Returns the amount that would count as zakat, in minor units. */
export const computeEligible = ({ gift, fee, bps }: Pick<MarkingData, 'gift' | 'fee' | 'bps'>): bigint =>
  zakatEligibleOf({ gift, fee, bps })

/**
 * Returns why a donation can't be counted as zakat; undefined if it can. `isPaidOut` is whether its money is in a payout,
 * from the draft on.
 */
export function findMarkingRefusal(markingData: MarkingData, isPaidOut: boolean): MarkingRefusal | undefined {
  if (markingData.isZakat) return 'zakat-marked-already'
  if (markingData.hasOtherType) return 'zakat-mark-other-type'
  if (!markingData.isPaid || markingData.refundedAmount > 0n) return 'zakat-mark-refunded'
  if (!markingData.isZakatVerified) return 'zakat-mark-not-verified'
  if (isPaidOut) return 'zakat-mark-paid-out'
  return computeEligible(markingData) > 0n ? undefined : 'zakat-mark-nothing-left'
}
