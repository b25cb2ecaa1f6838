/** Reasons for manual review: the case can't be recorded, or the system can't find its outcome. */
export const reviewReasons = [
  /** The provider refunded, or a bank took, what was already fully refunded. */
  'refund-nothing-left',
  /** More was refunded than is left. */
  'refund-exceeds',
  /** The payment is held or lost by another dispute. */
  'refund-disputed',
  /** The provider’s refund has another amount or currency than requested. */
  'other-amount',
  /** The provider made a refund that failed or was cancelled here. */
  'refunded-after-failure',
  /** A refund was refused, never made, or returned by the donor’s bank, so the donor doesn't have the money. */
  'failed',
  /** A refund had no outcome for a day. */
  'unknown',
  /** The provider charged for a payment that we don't have: a restored database lost it, or it isn't ours. */
  'charge-no-payment',
  /** The provider charged for a payment that was declined or expired here. */
  'charge-declined-here',
  /** The provider charged another amount than agreed; the books don't have it. */
  'charge-other-amount',
  /** A payment had no outcome for a day. */
  'payment-unknown',
  /** Anything else; the log has the details. */
  'other',
] as const

export type ReviewReason = (typeof reviewReasons)[number]

/** Maps a refusal's code to a reason of this list. */
export const reviewReasonOf = (code: string): ReviewReason =>
  reviewReasons.find((reviewReason) => reviewReason === code) ?? 'other'
