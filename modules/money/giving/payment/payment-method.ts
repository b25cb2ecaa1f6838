import { Problem } from '#shared/problem.ts'
import { type CardToSave, chargeableCard, customerOf, customerOfNewPlan } from '#modules/money/cards/index.ts'
import {
  type Attempt,
  type PaymentProvider,
  providerOfToken,
  assertTokenOfWallet,
} from '#modules/money/payments/index.ts'
import type { Outcome } from '#modules/money/payments/rules/attempt.ts'
import type { DonationPayload } from '../contract.ts'
import type { DonationOrder } from '../order/order.ts'
import type { GivingPorts } from '../ports.ts'
import { type FeeMethod, feeMethodOf } from '../rules/fees/fee-schedules.ts'

/** The payment method to charge and the provider's customer it belongs to. */
export type ChargeableMethod = {
  /** The provider of the saved card, or of the card fields that created the token. */
  readonly provider: PaymentProvider
  /** The kind of method that the price was calculated for; no other kind may be charged. */
  readonly feeMethod: FeeMethod
  /** The provider's token of a card, wallet or bank account. */
  readonly method: string
  readonly customerId: string | undefined
  readonly keepForLater: boolean
}

/**
 * Returns the donor's saved card, or the token that was just created. The customer must be known before the claim,
 * because the provider charges or saves a card only in an intent of that customer (payments-17). A bank account is
 * never sent as a card, because its fee differs.
 */
export async function getPaymentMethod(
  ports: GivingPorts,
  payload: Pick<DonationPayload, 'cardID' | 'tokens' | 'paymentMethod' | 'saveCard'>,
  order: DonationOrder,
): Promise<ChargeableMethod> {
  const { accountId } = order.donor
  const { startsPlan } = order
  const owner = { accountId, planId: order.plan?.subscriptionId }
  const feeMethod = feeMethodOf(payload.paymentMethod)
  if (feeMethod === 'ach') {
    const { token, provider } = bankAccountOf(payload)
    const bank = providerOfToken(ports, provider)
    return { provider: bank, feeMethod, method: token, customerId: undefined, keepForLater: false }
  }
  if (payload.cardID !== undefined && payload.paymentMethod === 'card')
    return { feeMethod, ...(await chargeableCard(ports, owner, payload.cardID)), keepForLater: false }
  const token = payload.tokens.find(({ type }) => type === 'card' || type === payload.paymentMethod)
  if (!token) throw new Problem('validation', 'invalid-input', { fields: { tokens: { code: 'card-missing' } } })
  const provider = providerOfToken(ports, token.provider)
  await assertTokenOfWallet(ports, provider, { token: token.token, paymentMethod: payload.paymentMethod })
  const method = { provider, feeMethod, method: token.token }
  // A new plan saves its card with a customer that nothing else uses.
  if (startsPlan)
    return {
      ...method,
      customerId: await customerOfNewPlan(ports, startsPlan.subscriptionId, provider),
      keepForLater: true,
    }
  // Only cards are saved, and only for donors with an account.
  const keepForLater = payload.saveCard && accountId !== null && payload.paymentMethod === 'card'
  const customerId = keepForLater ? await customerOf(ports, accountId, provider) : undefined
  return { ...method, customerId, keepForLater }
}

function bankAccountOf({ cardID, tokens }: Pick<DonationPayload, 'cardID' | 'tokens'>) {
  const token = cardID === undefined && tokens.find(({ type }) => type === 'ach')
  if (!token) throw new Problem('validation', 'invalid-input', { fields: { tokens: { code: 'bank-account-missing' } } })
  return token
}

/** Returns the card to save after payment, if the donor agreed and the provider saved it. */
export function cardToSave(
  attempt: Attempt,
  order: DonationOrder,
  outcome: Extract<Outcome, { kind: 'succeeded' }>,
): CardToSave | null {
  const { accountId, ip, locale } = order.donor
  if (!accountId || !order.mandateVersion || !outcome.savedCard) return null
  const agreed = {
    version: order.mandateVersion,
    locale,
    ip,
    at: attempt.submittedAt.toISOString(),
    sourceId: attempt.id,
  }
  return { accountId, provider: attempt.provider, card: outcome.savedCard, agreed }
}
