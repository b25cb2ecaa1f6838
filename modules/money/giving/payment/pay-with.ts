import { Problem } from '#shared/problem.ts'
import { type CardToKeep, chargeableCard, customerOf } from '#modules/money/cards/index.ts'
import { type Attempt, type Outcome, type PaymentProvider, providerOfToken } from '#modules/money/payments/index.ts'
import type { DonationPayload } from '../contract.ts'
import type { GiftOrder } from '../order.ts'
import type { GivingPorts } from '../ports.ts'
import { type FeeMethod, feeMethodOf } from '../rules/fee-schedules.ts'

/** What the provider is asked to charge, and under which of its customers. */
export type PayWith = {
  /** The provider of the saved card or of the card fields that made the token. */
  readonly provider: PaymentProvider
  /** What the gift was priced as, and the only thing that the provider may charge for it. */
  readonly by: FeeMethod
  /** Its token of a card or wallet: the only thing of a card that ever reaches us. */
  readonly method: string
  readonly customerId: string | undefined
  readonly keepForLater: boolean
}

/**
 * A card of the donor's own that was saved, or the token of what was just typed. The customer is known before anything
 * is claimed, for the provider takes a saved card, and keeps one, only in an intent of that customer's (trust.md R22).
 * What is sent for a bank account is never a card: its fee is another. What a token is only the provider knows, which
 * is told to take nothing else.
 */
export async function payWith(
  ports: GivingPorts,
  payload: Pick<DonationPayload, 'cardID' | 'tokens' | 'paymentMethod' | 'saveCard'>,
  { accountId, currency }: { readonly accountId: string | null; readonly currency: string },
): Promise<PayWith> {
  const by = feeMethodOf(payload.paymentMethod)
  if (by === 'ach') {
    const { token, provider } = bankAccountOf(payload, currency)
    return {
      provider: providerOfToken(ports, provider),
      by,
      method: token,
      customerId: undefined,
      keepForLater: false,
    }
  }
  if (payload.cardID !== undefined)
    return { by, ...(await chargeableCard(ports, accountId, payload.cardID)), keepForLater: false }
  const token = payload.tokens.find(
    (candidate) => candidate.type === 'card' || candidate.type === payload.paymentMethod,
  )
  if (!token) throw new Problem('validation', 'invalid-input', { fields: { tokens: { code: 'card-missing' } } })
  // Kept for later only for somebody who has an account to keep it in, and only what is a card.
  const keepForLater = payload.saveCard && accountId !== null && payload.paymentMethod === 'card'
  const provider = providerOfToken(ports, token.provider)
  const customerId = keepForLater ? await customerOf(ports, accountId, provider) : undefined
  return { provider, by, method: token.token, customerId, keepForLater }
}

/** ACH is a debit of dollars from an account in the United States. */
function bankAccountOf({ cardID, tokens }: Pick<DonationPayload, 'cardID' | 'tokens'>, currency: string) {
  if (currency !== 'USD')
    throw new Problem('validation', 'invalid-input', { fields: { paymentMethod: { code: 'bank-account-dollars' } } })
  const token = cardID === undefined && tokens.find(({ type }) => type === 'ach')
  if (!token) throw new Problem('validation', 'invalid-input', { fields: { tokens: { code: 'bank-account-missing' } } })
  return token
}

/** What follows from a paid gift whose donor agreed that the card is kept, once the provider keeps it. */
export function cardToKeep(
  attempt: Attempt,
  order: GiftOrder,
  outcome: Extract<Outcome, { kind: 'succeeded' }>,
): CardToKeep | null {
  const { accountId, ip, locale } = order.donor
  if (!accountId || !order.mandateVersion || !outcome.kept) return null
  const agreed = {
    version: order.mandateVersion,
    locale,
    ip,
    at: attempt.submittedAt.toISOString(),
    sourceId: attempt.id,
  }
  return { accountId, provider: attempt.provider, card: outcome.kept, agreed }
}
