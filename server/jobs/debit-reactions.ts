import { type DebitEvent, type DonationSucceeded, givingServer } from '#modules/money/giving/index-server.ts'
import { commentsServer } from '#modules/organizers/comments/index-server.ts'
import type { Tx } from '#shared/ports.ts'
import type { App } from '../app.ts'
import type { OutboxEvent } from './outbox-event.ts'

const debits = (events: readonly OutboxEvent[]) => events.map(({ payload }) => payload as DebitEvent)

/** Mails donors that their bank was asked to pay, with a copy of their mandate. */
export async function reactToStartedDebits(app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  await givingServer.reactions.mailStartedDebits(app, tx, debits(events))
}

/** Mails donors whose bank declined the debit. */
export async function reactToFailedDebits(app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  await givingServer.reactions.mailFailedDebits(app, tx, debits(events))
}

/** Publishes words of support that waited for a bank debit to be paid. */
export async function postWordsOfPaidDebits(app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  await commentsServer.reactions.postPendingWords(
    app,
    tx,
    events.flatMap(({ payload }) => (payload as DonationSucceeded).words ?? []),
  )
}
