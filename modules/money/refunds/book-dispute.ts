import type { Tx } from '#shared/ports.ts'
import { disputeEntries, disputeFeeEntries, post, postOnce, reverseEntries } from '#modules/money/ledger/index.ts'
import { type DisputeFee, moveIntent } from '#modules/money/payments/index.ts'
import type { RefundPorts } from './ports.ts'
import type { Refund } from './queries/refunds.ts'

type Disputed = Pick<Refund, 'id' | 'intentId' | 'amount' | 'currency'>

/** Posts a dispute as a receivable until the bank decides, in the transaction that records it as a refund. */
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

/** Closes the receivable of a decided dispute; a lost one is posted as a refund. */
export async function endDispute(
  ports: RefundPorts,
  tx: Tx,
  { id, intentId, amount, currency }: Disputed,
  isLost: boolean,
): Promise<void> {
  const entries = reverseEntries(disputeEntries(currency, amount))
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
 * Posts the provider's dispute fees of a payment and returned fees, each booking once and in any order of events.
 * They are posted to the payment, because a dispute that can't be recorded costs the same.
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
