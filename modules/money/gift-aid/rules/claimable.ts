import { addDays } from '#shared/date-arithmetic.ts'
import type { LocalDate } from '#shared/calendar.ts'
import { type AccountingYearEnd, lastClaimDay } from './claim-deadline.ts'

/** Days after the donation from which it can be claimed; the day of the donation is day 0. */
const claimAfterDays = 14

/** Why a donation can't be claimed (gift-aid-10), in the order in which the charity's page lists them. */
export const claimRefusals = [
  'no-hmrc-reference',
  'claimed-before-unknown',
  'claimed-before',
  'not-covered',
  'excluded',
  'unconfirmed',
  'refunded',
  'disputed',
  'refund-open',
  'too-new',
  'not-paid-out',
  'too-late',
  'benefits',
  'no-rate',
] as const
export type ClaimRefusal = (typeof claimRefusals)[number]

/** What the rules need to know of one paid donation to the charity. */
export type DonationToClaim = {
  /** UK day of the donation. */
  readonly givenOn: LocalDate
  /**
   * Whether a declaration covers it: `unconfirmed` is an anonymous donor's that was made before the form named who sees
   * the address; `excluded` was let out by the donor.
   */
  readonly declaration: 'covers' | 'none' | 'excluded' | 'unconfirmed'
  /** The gift after refunds in minor units of its currency; without tip, covered fee and matching funds. */
  readonly remainingGift: bigint
  /** The same in pence (`sterlingValue`); undefined without an exchange rate. */
  readonly remainingPence: bigint | undefined
  readonly isDisputed: boolean
  /** A refund is requested, proposed or on its way. */
  readonly hasOpenRefund: boolean
  /** Its charge is in a payout that is paid. */
  readonly isPaidOut: boolean
  /** Whether the donor's benefits permit Gift Aid (`areBenefitsWithinLimit`). */
  readonly areBenefitsWithinLimit: boolean
  /** The charity listed it as claimed outside this site. */
  readonly isClaimedBefore: boolean
}

/** What the rules need to know of the charity. */
export type ClaimingCharity = {
  readonly hmrcReference: string
  readonly accountingYearEnd: AccountingYearEnd
  /** False with `PAYOUTS=none`, where a paid payout isn't required. */
  readonly paysOut: boolean
  /**
   * What finance answered about claims outside this site; undefined: not answered yet. Donations of days up to
   * `claimedUntil` are claimed; null: no such day.
   */
  readonly claimedBefore: { readonly claimedUntil: LocalDate | null } | undefined
}

/**
 * Returns every reason why a donation can't be claimed on a UK day (gift-aid-10), in the order of `claimRefusals`; none
 * if it can be claimed. Reasons are independent of each other, so that a page can list them all.
 */
export function findClaimRefusals(
  donation: DonationToClaim,
  charity: ClaimingCharity,
  today: LocalDate,
): ClaimRefusal[] {
  const { claimedBefore } = charity
  const isRefused: Readonly<Record<ClaimRefusal, boolean>> = {
    'no-hmrc-reference': charity.hmrcReference.trim() === '',
    'claimed-before-unknown': claimedBefore === undefined,
    'claimed-before': donation.isClaimedBefore || donation.givenOn <= (claimedBefore?.claimedUntil ?? ''),
    'not-covered': donation.declaration === 'none',
    excluded: donation.declaration === 'excluded',
    unconfirmed: donation.declaration === 'unconfirmed',
    refunded: donation.remainingGift <= 0n,
    disputed: donation.isDisputed,
    'refund-open': donation.hasOpenRefund,
    'too-new': today < addDays(donation.givenOn, claimAfterDays),
    'not-paid-out': charity.paysOut && !donation.isPaidOut,
    'too-late': today > lastClaimDay(donation.givenOn, charity.accountingYearEnd),
    benefits: !donation.areBenefitsWithinLimit,
    'no-rate': donation.remainingGift > 0n && donation.remainingPence === undefined,
  }
  return claimRefusals.filter((refusal) => isRefused[refusal])
}

/** Returns whether a donation can be claimed on a UK day (gift-aid-10). */
export const isClaimable = (donation: DonationToClaim, charity: ClaimingCharity, today: LocalDate): boolean =>
  findClaimRefusals(donation, charity, today).length === 0
