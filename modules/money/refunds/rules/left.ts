/** Why something is left to a person: it cannot be written down here, or has no end that the machine could find. */
export const leftReasons = [
  /** The provider gave back, or a bank took, what was all given back before. */
  'refund-nothing-left',
  /** The same of more than is left. */
  'refund-exceeds',
  /** The same of a payment that another dispute holds, or has taken. */
  'refund-disputed',
  /** The provider’s refund is not of the amount or currency that was asked for. */
  'other-amount',
  /** The provider gave back what failed or was called off here. */
  'given-back-after-all',
  /**
   * A refund was refused, never made, or sent back by the donor’s bank: the gift stands, and its donor does not have
   * the money.
   */
  'failed',
  /** No answer came in a day. */
  'unknown',
  /**
   * The provider charged for a payment that we do not have: a database that was put back lost it, or it is nobody's.
   */
  'charge-no-payment',
  /** The provider charged for what was declined or given up here. */
  'charge-declined-here',
  /** The provider charged another amount than was agreed; the books do not have it. */
  'charge-other-amount',
  /** Nobody could tell in a day whether a payment was charged. */
  'payment-unknown',
  /** Anything else; the log says what. */
  'other',
] as const

export type LeftReason = (typeof leftReasons)[number]

/** The reason in the words of this list, whatever code it was refused with. */
export const leftReasonOf = (code: string): LeftReason => leftReasons.find((each) => each === code) ?? 'other'
