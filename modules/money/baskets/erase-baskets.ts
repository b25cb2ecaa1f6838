import type { Tx } from '#shared/ports.ts'
import { findUnpaidOrdersOfGuest } from '#modules/money/payments/index.ts'
import { basketsOf, purgeBaskets } from './basket-erasure-queries.ts'

/**
 * Erases the baskets of an erased account: its own, and guest baskets whose payments, paid or not, have a proven
 * email of the account.
 */
export async function eraseBaskets(
  tx: Tx,
  {
    accountId,
    confirmedEmails,
    donationIds,
  }: { accountId: string; confirmedEmails: readonly string[]; donationIds: readonly string[] },
): Promise<void> {
  const unpaid = await findUnpaidOrdersOfGuest(tx, confirmedEmails)
  const named = unpaid.flatMap(({ order }) => (order as { basket?: { id: string } }).basket?.id ?? [])
  await purgeBaskets(tx, await basketsOf(tx, { accountId, donationIds, named }))
}
