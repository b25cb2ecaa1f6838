import type { Tx } from '#shared/ports.ts'
import { disputeEntries, disputeFeeEntries, post, postOnce, reversed } from '#modules/money/ledger/index.ts'
import type { DisputeFee } from '#modules/money/payments/index.ts'
import { moveIntent } from '#modules/money/payments/index-intents.ts'
import type { RefundPorts } from './ports.ts'
import type { Refund } from './queries/refunds.ts'

type Disputed = Pick<Refund, 'id' | 'intentId' | 'amount' | 'currency'>

/**
 * A donor's bank has taken money back: in the books it is a claim until the bank has decided. In the transaction that
 * writes it down as a refund.
 */
export async function openDispute(
  ports: RefundPorts,
  tx: Tx,
  { id, intentId, amount, currency }: Disputed,
): Promise<void> {
  const entries = disputeEntries(currency, amount)
  await post(tx, {
    txId: ports.newId(),
    sourceType: 'dispute',
    sourceId: id,
    eventType: 'dispute',
    at: ports.clock(),
    entries,
  })
  await moveIntent(tx, intentId, 'DISPUTED')
}

/** The bank has decided. The claim is over either way; what the donor keeps is booked as their refund. */
export async function endDispute(
  ports: RefundPorts,
  tx: Tx,
  { id, intentId, amount, currency }: Disputed,
  isLost: boolean,
): Promise<void> {
  const entries = reversed(disputeEntries(currency, amount))
  await post(tx, {
    txId: ports.newId(),
    sourceType: 'dispute',
    sourceId: id,
    eventType: 'dispute-ended',
    at: ports.clock(),
    entries,
  })
  await moveIntent(tx, intentId, isLost ? 'DISPUTE_LOST' : 'DISPUTE_WON')
}

/**
 * What the provider took for a dispute of a payment, and what it gave again of that: each of its movements once,
 * whoever tells of them and in whatever order. They stand under the payment, because a dispute that cannot be written
 * down costs the same.
 */
export async function bookDisputeFees(
  ports: RefundPorts,
  tx: Tx,
  intentId: string,
  fees: readonly DisputeFee[],
): Promise<void> {
  for (const { id, amount, currency } of fees)
    if (amount !== 0n)
      await postOnce(tx, {
        txId: ports.newId(),
        sourceType: 'dispute',
        sourceId: intentId,
        eventType: `dispute-fee:${id}`,
        at: ports.clock(),
        entries: disputeFeeEntries(currency, amount),
      })
}
