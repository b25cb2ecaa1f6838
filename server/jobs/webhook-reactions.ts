import type { DonationSucceeded } from '#modules/money/giving/index-server.ts'
import type { RefundEventData } from '#modules/money/refunds/index-server.ts'
import { webhooksServer } from '#modules/organizers/webhooks/index-server.ts'
import type { Tx } from '#shared/ports.ts'
import type { App } from '../app.ts'
import type { OutboxEvent } from './outbox-event.ts'

/** Writes the webhook events of paid donations for charities with an endpoint. */
export async function writeDonationEvents(_app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  await webhooksServer.reactions.writeDonationEvents(
    tx,
    events.map(({ payload }) => (payload as DonationSucceeded).intentId),
  )
}

/** Writes the webhook events of refunds and disputes for charities with an endpoint. */
export async function writeRefundEvents(_app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  await webhooksServer.reactions.writeRefundEvents(
    tx,
    events.map(({ payload }) => (payload as RefundEventData).refundId),
  )
}
