import { Problem } from '#shared/problem.ts'
import { type CardToKeep, chargeableCard, customerOf } from '#modules/cards/index.ts'
import type { Attempt, Outcome } from '#modules/payments/index.ts'
import type { DonationPayload } from './contract.ts'
import type { GiftOrder } from './order.ts'
import type { GivingPorts } from './ports.ts'

/** What the provider is asked to charge, and under which of its customers. */
export type PayWith = {
  /** Its token of a card or wallet: the only thing of a card that ever reaches us. */
  readonly method: string
  readonly customerId: string | undefined
  readonly keepForLater: boolean
}

/**
 * A card of the donor's own that was saved, or the token of what was just typed. The customer is known before anything is claimed, for the
 * provider takes a saved card, and keeps one, only in an intent of that customer's (trust.md R22).
 */
export async function payWith(
  ports: GivingPorts,
  payload: Pick<DonationPayload, 'cardID' | 'tokens' | 'paymentMethod' | 'saveCard'>,
  accountId: string | null,
): Promise<PayWith> {
  if (payload.cardID !== undefined) return { ...(await chargeableCard(ports, accountId, payload.cardID)), keepForLater: false }
  const token = payload.tokens.find((candidate) => candidate.type === 'card' || candidate.type === payload.paymentMethod)?.token
  if (!token) throw new Problem('validation', 'invalid-input', { fields: { tokens: { code: 'card-missing' } } })
  // Kept for later only for somebody who has an account to keep it in, and only what is a card.
  const keepForLater = payload.saveCard && accountId !== null && payload.paymentMethod === 'card'
  return { method: token, customerId: keepForLater ? await customerOf(ports, accountId) : undefined, keepForLater }
}

/** What follows from a paid gift whose donor agreed that the card is kept, once the provider keeps it. */
export function cardToKeep(attempt: Attempt, order: GiftOrder, outcome: Extract<Outcome, { kind: 'succeeded' }>): CardToKeep | null {
  const { accountId, ip, locale } = order.donor
  if (!accountId || !order.mandateVersion || !outcome.kept) return null
  const agreed = { version: order.mandateVersion, locale, ip, at: attempt.submittedAt.toISOString(), sourceId: attempt.id }
  return { accountId, provider: attempt.provider, card: outcome.kept, agreed }
}
