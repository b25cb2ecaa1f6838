import { isUuid } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import type { PaymentProvider } from '#modules/money/payments/index.ts'
import type { CardPorts } from './port.ts'
import { type CardOwner, findCard } from './queries.ts'
import { expiryOf } from './rules/expiry.ts'

/** A saved card with its provider, which may differ from the one for new payments. */
export type ChargeableCard = {
  readonly provider: PaymentProvider
  readonly method: string
  readonly customerId: string
}

/**
 * Returns the provider's data of a saved card, for a donor who chose it or for a plan that is due. Throws
 * `card-not-found` for unknown cards and those of another owner (payments-17); removed and expired cards have their
 * own codes.
 */
export async function chargeableCard(ports: CardPorts, owner: CardOwner, cardId: string): Promise<ChargeableCard> {
  const card = isUuid(cardId) ? await findCard(ports, owner, cardId) : undefined
  if (!card || !ports.providers.isConfigured(card.provider)) throw refused('card-not-found')
  if (card.removedAt) throw refused('card-removed')
  if (expiryOf(card, ports.clock()) === 'expired') throw refused('card-expired')
  return { provider: ports.providers.byName(card.provider), method: card.methodId, customerId: card.customerId }
}

const refused = (code: string) => new Problem('validation', 'invalid-input', { fields: { cardID: { code } } })
