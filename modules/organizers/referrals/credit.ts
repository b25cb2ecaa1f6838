import type { Tx } from '#shared/ports.ts'
import { copyRefundedAmounts, insertReferrals } from './referer-queries.ts'

/** Credits paid donations with a referral code to the code's owner; idempotent. */
export async function creditDonations(
  tx: Tx,
  paid: readonly { readonly intentId: string; readonly subscriptionId: string | null }[],
): Promise<void> {
  if (paid.length > 0) await insertReferrals(tx, paid)
}

/** Updates credits to the remaining amounts after refunds and failed refunds. */
export async function updateReferralsAfterRefunds(tx: Tx, donationIds: readonly string[]): Promise<void> {
  if (donationIds.length > 0) await copyRefundedAmounts(tx, donationIds)
}
