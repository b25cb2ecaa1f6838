import { zakatEligibleOf } from '#modules/money/giving/rules/zakat-eligible.ts'

/** Why an earlier donation cannot be counted as zakat (ledger-13); each is the code of a sentence. */
export const markingRefusals = [
  'zakat-marked-already',
  'zakat-mark-other-type',
  'zakat-mark-refunded',
  'zakat-mark-not-verified',
  'zakat-mark-paid-out',
  'zakat-mark-nothing-left',
] as const
export type MarkingRefusal = (typeof markingRefusals)[number]

/** What must be known of a paid donation; amounts in minor units. */
export type MarkingData = {
  readonly isZakat: boolean
  /** Whether it is zakat al-fitr, fidya, kaffarah or a purification, which are not zakat on wealth (zakat-20). */
  readonly hasOtherType: boolean
  /** Whether its payment is neither disputed nor lost. */
  readonly isPaid: boolean
  readonly gift: bigint
  /** What refunds that were not refused return of it, made or under way. */
  readonly returned: bigint
  /** The part of the processing fee that it bears. */
  readonly fee: bigint
  readonly isZakatVerified: boolean
  /** The part of a zakat donation to its campaign that counts now, in hundredths of a per cent. */
  readonly bps: number
}

/** What of it would count as zakat, in minor units. */
export const eligibleIfMarked = ({ gift, fee, bps }: Pick<MarkingData, 'gift' | 'fee' | 'bps'>): bigint =>
  zakatEligibleOf({ gift, fee, bps })

/**
 * Returns why a donation cannot be counted as zakat; undefined: it can. `isPaidOut` says whether money of its campaign
 * was paid out since it was given: then the campaign has it and may have spent it otherwise.
 */
export function findMarkingRefusal(markingData: MarkingData, isPaidOut: boolean): MarkingRefusal | undefined {
  if (markingData.isZakat) return 'zakat-marked-already'
  if (markingData.hasOtherType) return 'zakat-mark-other-type'
  if (!markingData.isPaid || markingData.returned > 0n) return 'zakat-mark-refunded'
  if (!markingData.isZakatVerified) return 'zakat-mark-not-verified'
  if (isPaidOut) return 'zakat-mark-paid-out'
  return eligibleIfMarked(markingData) > 0n ? undefined : 'zakat-mark-nothing-left'
}
