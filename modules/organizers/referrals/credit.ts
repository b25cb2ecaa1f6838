import type { Tx } from '#shared/ports.ts'
import { copyReturned, insertReferrals } from './queries.ts'

/** A reaction to paid gifts: those that carry a code count for whoever has it, each once however often it is told. */
export async function creditGifts(
  tx: Tx,
  paid: readonly { readonly intentId: string; readonly subscriptionId: string | null }[],
): Promise<void> {
  if (paid.length > 0) await insertReferrals(tx, paid)
}

/** A reaction to refunds, also those that the bank sent back: what counts is what is left now. */
export async function followRefunds(tx: Tx, donationIds: readonly string[]): Promise<void> {
  if (donationIds.length > 0) await copyReturned(tx, donationIds)
}
