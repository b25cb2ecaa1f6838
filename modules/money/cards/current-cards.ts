import type { Tx } from '#shared/ports.ts'
import {
  delayWebhooks,
  findUnhandledWebhooks,
  forEachProvider,
  markWebhookHandled,
  type PaymentProvider,
} from '#modules/money/payments/index.ts'
import type { PrintedCard } from '#modules/money/payments/rules/attempt.ts'
import type { CardPorts } from './port.ts'
import { findCardByMethod, updatePrinted } from './queries.ts'

/** A saved card as it was printed when it was charged. */
export type ChargedCard = PrintedCard & { readonly cardId: string }

/** Stores what was printed on saved cards when they were charged (recurring-14). */
export const updateChargedCards = (tx: Tx, cards: readonly ChargedCard[]): Promise<unknown> =>
  updatePrinted(
    tx,
    cards.map(({ cardId, ...printed }) => ({ id: cardId, ...printed })),
  )

/**
 * Handles events that a bank has renewed a saved card, by reading the card at the provider (payments-10). Returns the
 * number of handled events.
 */
export async function handleCardWebhooks(ports: CardPorts, limit = 50): Promise<number> {
  const handled = await forEachProvider(ports, (provider) => handleWebhooksOf(ports, provider, limit))
  return handled.reduce((sum, value) => sum + value, 0)
}

async function handleWebhooksOf(ports: CardPorts, provider: PaymentProvider, limit: number): Promise<number> {
  const { name } = provider
  const notices = await findUnhandledWebhooks(ports.db, name, { about: 'cards', now: ports.clock(), limit })
  let handled = 0
  for (const { eventId, objectId } of notices) {
    try {
      if (await refreshCard(ports, provider, objectId)) {
        await markWebhookHandled(ports, name, eventId, ports.clock())
        handled += 1
      } else await delayWebhooks(ports, name, [eventId], { atLeast: 60 })
    } catch (error) {
      ports.log.error({ error, eventId }, 'handling an event about a saved card failed')
      await delayWebhooks(ports, name, [eventId], { atLeast: 60 })
    }
  }
  return handled
}

/** Returns false if the provider doesn't respond. */
async function refreshCard(ports: CardPorts, provider: PaymentProvider, methodId: string): Promise<boolean> {
  const card = await findCardByMethod(ports.db, provider.name, methodId)
  if (!card) return true
  const current = await provider.vault.readCard(methodId)
  if (current.kind === 'read') await ports.write((tx) => updatePrinted(tx, [{ id: card.id, ...current.card }]))
  return current.kind !== 'unreachable'
}
