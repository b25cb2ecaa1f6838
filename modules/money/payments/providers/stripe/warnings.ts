import type Stripe from 'stripe'
import type { PaymentWarning, WarningsApi } from '../../warnings-port.ts'

/** Creates the interface to early fraud warnings and to reviews. */
export const stripeWarnings = (stripe: Stripe): WarningsApi => ({
  async listForIntent(providerIntentId) {
    const warnings: PaymentWarning[] = []
    for await (const warning of stripe.radar.earlyFraudWarnings.list({ payment_intent: providerIntentId, limit: 100 }))
      warnings.push(fromFraudWarning(warning))
    const { review } = await stripe.paymentIntents.retrieve(providerIntentId)
    if (review)
      warnings.push(...fromReview(typeof review === 'string' ? await stripe.reviews.retrieve(review) : review))
    return warnings
  },

  async listSince(since) {
    const recent = { created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 }
    const warnings: PaymentWarning[] = []
    for await (const warning of stripe.radar.earlyFraudWarnings.list(recent)) warnings.push(fromFraudWarning(warning))
    for await (const review of stripe.reviews.list(recent)) warnings.push(...fromReview(review))
    return warnings
  },
})

const idOf = (intent: string | { readonly id: string } | null | undefined): string =>
  typeof intent === 'string' ? intent : (intent?.id ?? '')

const fromFraudWarning = ({ id, fraud_type, payment_intent }: Stripe.Radar.EarlyFraudWarning): PaymentWarning => ({
  kind: 'early-fraud-warning',
  warningId: id,
  providerIntentId: idOf(payment_intent),
  reason: fraud_type,
})

/** A review that was closed, for example in the provider's dashboard, needs no decision here. */
const fromReview = ({ id, open, opened_reason, payment_intent }: Stripe.Review): PaymentWarning[] =>
  open ? [{ kind: 'review', warningId: id, providerIntentId: idOf(payment_intent), reason: opened_reason }] : []
