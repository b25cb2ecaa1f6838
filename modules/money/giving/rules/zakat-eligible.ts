/** Who bears the processing fee of a zakat donation if the donor doesn't cover it (ledger-12). */
export const zakatFeesChoices = ['zakat', 'platform', 'sponsor'] as const
export type ZakatFees = (typeof zakatFeesChoices)[number]

/** All of a donation, in basis points. */
export const wholeBps = 10_000

/**
 * Computes the part of a donation that counts as zakat: floor((gift − fee) × bps / 10^4), at least 0 (zakat-1). `fee`
 * is the part of the processing fee that the donation bears. Minor units.
 */
export function zakatEligibleOf({ gift, fee, bps }: { gift: bigint; fee: bigint; bps: number }): bigint {
  const base = gift - fee
  return base > 0n ? (base * BigInt(bps)) / BigInt(wholeBps) : 0n
}

/** Returns who bears the fee of a quoted donation; null if it isn't zakat or the donor covers the fee. */
export const zakatFeesOf = (quote: {
  readonly isZakat: boolean
  readonly coveredFee: { readonly amount: bigint }
  readonly feeBearer: 'campaign' | 'platform' | 'sponsor'
}): ZakatFees | null => {
  if (!quote.isZakat || quote.coveredFee.amount > 0n) return null
  return quote.feeBearer === 'campaign' ? 'zakat' : quote.feeBearer
}

/**
 * Returns who bears the donation's share of the provider's fee. The platform or a sponsor bears it only for uncovered
 * zakat; a covered fee is paid by the donor through the campaign.
 */
export function feeBearerOf(
  fees: ZakatFees,
  { isZakat, isCovered }: { readonly isZakat: boolean; readonly isCovered: boolean },
): 'campaign' | 'platform' | 'sponsor' {
  return isZakat && !isCovered && fees !== 'zakat' ? fees : 'campaign'
}
