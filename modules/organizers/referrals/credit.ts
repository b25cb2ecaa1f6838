import type { Tx } from '#shared/ports.ts'
import { copyRefundedAmounts, insertReferrals } from './queries.ts'

/** Credits paid donations with a code to its owner; idempotent. */
export async function creditDonations(
  tx: Tx,
  paid: readonly { readonly intentId: string; readonly subscriptionId: string | null }[],
): Promise<void> {
  if (paid.length > 0) await insertReferrals(tx, paid)
}

/** Updates credits after refunds and failed refunds with the remaining amounts. */
export async function updateReferralsAfterRefunds(tx: Tx, donationIds: readonly string[]): Promise<void> {
  if (donationIds.length > 0) await copyRefundedAmounts(tx, donationIds)
}
