import { isUuid } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import type { PaymentProvider } from '#modules/money/payments/index.ts'
import type { CardPorts } from './port.ts'
import { type CardOwner, findCard } from './queries.ts'

/** A saved card with its provider, which may differ from the one for new payments. */
export type ChargeableCard = {
  readonly provider: PaymentProvider
  readonly method: string
  readonly customerId: string
}

/**
 * Returns the provider's data of a saved card, for a donor who chose it or for a plan that is due. Throws
 * `card-not-found` for unknown cards and those of another owner (payments-17), and `card-removed`. Only the provider
 * decides about an expired card: banks renew cards without a new number (recurring-14).
 */
export async function chargeableCard(ports: CardPorts, owner: CardOwner, cardId: string): Promise<ChargeableCard> {
  const card = isUuid(cardId) ? await findCard(ports, owner, cardId) : undefined
  if (!card || !ports.providers.isConfigured(card.provider)) throw refused('card-not-found')
  if (card.removedAt) throw refused('card-removed')
  return { provider: ports.providers.byName(card.provider), method: card.methodId, customerId: card.customerId }
}

const refused = (code: string) => new Problem('validation', 'invalid-input', { fields: { cardID: { code } } })
