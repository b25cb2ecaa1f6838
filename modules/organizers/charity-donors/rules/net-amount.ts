/** The amounts of a donation, and what of them was refunded; minor units, without tips. */
export type DonationAmounts = {
  readonly gift: bigint
  readonly coveredFee: bigint
  /** The fee that the charity bears. */
  readonly processingFee: bigint
  readonly refunded: { readonly gift: bigint; readonly coveredFee: bigint; readonly processingFee: bigint }
}

/** Returns the fee that the charity bears after refunds, of which the platform takes over the refunded part. */
export const feeAfterRefunds = ({ processingFee, refunded }: DonationAmounts): bigint =>
  processingFee - refunded.processingFee

/**
 * Returns what the charity is owed for a donation, as the ledger posts it (ledger-2, ledger-3): the gift and the
 * covered fee, less its fee and refunds.
 */
export const netAmount = (amounts: DonationAmounts): bigint =>
  amounts.gift - amounts.refunded.gift + (amounts.coveredFee - amounts.refunded.coveredFee) - feeAfterRefunds(amounts)
