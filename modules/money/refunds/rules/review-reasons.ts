/** Reasons for manual review: the case can't be recorded, or the system can't find its outcome. */
export const reviewReasons = [
  /** The provider refunded, or a bank took, what was already fully refunded. */
  'refund-nothing-left',
  /** More than is left was refunded. */
  'refund-exceeds',
  /** A refund of a payment that another dispute holds, or has taken. */
  'refund-disputed',
  /** The provider’s refund has another amount or currency than was requested. */
  'other-amount',
  /** The provider refunded what failed or was cancelled here. */
  'refunded-after-failure',
  /** A refund was refused, never made, or returned by the donor’s bank: the donor does not have the money. */
  'failed',
  /** No answer for a day. */
  'unknown',
  /** The provider charged for a payment that we do not have: a restored database lost it, or it belongs to no one. */
  'charge-no-payment',
  /** The provider charged for a payment that was declined or expired here. */
  'charge-declined-here',
  /** The provider charged another amount than was agreed; the books do not have it. */
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
