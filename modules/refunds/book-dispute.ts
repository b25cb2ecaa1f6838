import type { Tx } from '#shared/ports.ts'
import { disputeEntries, post, reversed } from '#modules/ledger/index.ts'
import { moveIntent } from '#modules/payments/index.ts'
import type { RefundPorts } from './ports.ts'
import type { Refund } from './queries/refunds.ts'

type Disputed = Pick<Refund, 'id' | 'intentId' | 'amount' | 'currency'>

/** A donor's bank has taken money back: in the books it is a claim until the bank has decided. In the transaction that writes it down as a refund. */
export async function openDispute(ports: RefundPorts, tx: Tx, { id, intentId, amount, currency }: Disputed, fee: bigint): Promise<void> {
  const entries = disputeEntries(currency, { amount, fee })
  await post(tx, { txId: ports.newId(), sourceType: 'dispute', sourceId: id, eventType: 'dispute', at: ports.clock(), entries })
  await moveIntent(tx, intentId, 'DISPUTED')
}

/** The bank has decided. The claim is over either way; what the donor keeps is booked as their refund. The provider's fee stays. */
export async function endDispute(ports: RefundPorts, tx: Tx, { id, intentId, amount, currency }: Disputed, isLost: boolean): Promise<void> {
  const entries = reversed(disputeEntries(currency, { amount, fee: 0n }))
  await post(tx, { txId: ports.newId(), sourceType: 'dispute', sourceId: id, eventType: 'dispute-ended', at: ports.clock(), entries })
  await moveIntent(tx, intentId, isLost ? 'DISPUTE_LOST' : 'DISPUTE_WON')
}
