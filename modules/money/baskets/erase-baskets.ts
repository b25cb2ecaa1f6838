import type { Tx } from '#shared/ports.ts'
import { unpaidOfGuest } from '#modules/money/payments/index-erasure.ts'
import { basketsOf, purgeBaskets } from './basket-erasure-queries.ts'

/**
 * The baskets of somebody who is erased: of their account, and those they filled as a guest, known by what they paid
 * for them, or did not pay, with an e-mail that they have proven.
 */
export async function eraseBaskets(
  tx: Tx,
  {
    accountId,
    provenEmails,
    donationIds,
  }: { accountId: string; provenEmails: readonly string[]; donationIds: readonly string[] },
): Promise<void> {
  const unpaid = await unpaidOfGuest(tx, provenEmails)
  const named = unpaid.flatMap(({ order }) => (order as { basket?: { id: string } }).basket?.id ?? [])
  await purgeBaskets(tx, await basketsOf(tx, { accountId, donationIds, named }))
}
