/** Ten-thousandths: a fundraiser whose whole work is eligible for zakat. */
const wholeBps = 10_000n

/** Who bears the provider's fee of a zakat donation: its donor on top, the donation, the platform, or a sponsor's fund. */
export type ZakatFeeBearer = 'donor' | 'zakat' | 'platform' | 'sponsor'

/**
 * What of a donation counts as zakat: floor of the eligible part, after the fee where the donation bears it, at least 0
 * (zakat-18). Minor units; `eligibleBps` is in ten-thousandths.
 */
export function zakatEligibleAmount({
  amount,
  fee,
  bearer,
  eligibleBps = wholeBps,
}: {
  readonly amount: bigint
  readonly fee: bigint
  readonly bearer: ZakatFeeBearer
  readonly eligibleBps?: bigint
}): bigint {
  const counted = bearer === 'zakat' ? amount - fee : amount
  return counted > 0n ? (counted * eligibleBps) / wholeBps : 0n
}

/**
 * The same after refunds: of what is left of the donation and the fee it still bears (zakat-18). Minor units.
 *
 * @param returned What was refunded of the donation, or taken back by the bank.
 * @param feeRestored What of the fee the donation bears no more.
 */
export const zakatEligibleAfterRefunds = ({
  returned,
  feeRestored,
  ...donation
}: Parameters<typeof zakatEligibleAmount>[0] & { readonly returned: bigint; readonly feeRestored: bigint }): bigint =>
  zakatEligibleAmount({ ...donation, amount: donation.amount - returned, fee: donation.fee - feeRestored })
