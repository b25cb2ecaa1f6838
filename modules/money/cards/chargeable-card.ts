import { isUuid } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import type { PaymentProvider } from '#modules/money/payments/index.ts'
import type { CardPorts } from './port.ts'
import { type CardOwner, findCard } from './queries.ts'
import { expiryOf } from './rules/expiry.ts'

/** A saved card is charged through the provider that keeps it, whichever provider takes new payments. */
export type ChargeableCard = {
  readonly provider: PaymentProvider
  readonly method: string
  readonly customerId: string
}

/**
 * Returns what the provider charges when a donor chooses a saved card, or when a plan is due. Another person's card and
 * an unknown one are not found (payments-17); a removed and an expired one are refused as such.
 */
export async function chargeableCard(ports: CardPorts, owner: CardOwner, cardId: string): Promise<ChargeableCard> {
  const card = isUuid(cardId) ? await findCard(ports, owner, cardId) : undefined
  if (!card || !ports.providers.isConfigured(card.provider)) throw refused('card-not-found')
  if (card.removedAt) throw refused('card-removed')
  if (expiryOf(card, ports.clock()) === 'expired') throw refused('card-expired')
  return { provider: ports.providers.byName(card.provider), method: card.methodId, customerId: card.customerId }
}

const refused = (code: string) => new Problem('validation', 'invalid-input', { fields: { cardID: { code } } })
