import type Stripe from 'stripe'
import type { ProviderRefund, ProviderRefundStatus, RefundAnswer, RefundDesk } from '../../port.ts'
import { fromProvider, toProviderAmount } from './map.ts'
import { isBusy, isInvalidRequest, reasonOf } from './vault.ts'

const statuses: readonly string[] = ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'] satisfies ProviderRefundStatus[]

/** Money given back through Stripe's Refunds API. */
export const stripeRefunds = (stripe: Stripe): RefundDesk => ({
  async ask({ key, providerIntentId, amount, reference }): Promise<RefundAnswer> {
    try {
      const refund = await stripe.refunds.create(
        { payment_intent: providerIntentId, amount: toProviderAmount(amount), metadata: { refund: reference } },
        { idempotencyKey: key },
      )
      return { kind: 'made', refund: refundOf(refund) }
    } catch (error) {
      if (isBusy(error)) return { kind: 'unknown', reason: 'the same refund is being asked for' }
      if (isInvalidRequest(error)) return { kind: 'refused', code: (error as { code?: string }).code ?? 'invalid_request' }
      return { kind: 'unknown', reason: reasonOf(error) }
    }
  },

  ofIntent: (providerIntentId) => all(stripe.refunds.list({ payment_intent: providerIntentId, limit: 100 })),

  since: (since) => all(stripe.refunds.list({ created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 })),
})

async function all(list: AsyncIterable<Stripe.Refund>): Promise<ProviderRefund[]> {
  const found: ProviderRefund[] = []
  for await (const refund of list) found.push(refundOf(refund))
  return found
}

/** A status nobody has heard of is no end: it is looked up again. */
function refundOf(refund: Stripe.Refund): ProviderRefund {
  const intent = refund.payment_intent
  const status = refund.status ?? 'pending'
  return {
    refundId: refund.id,
    providerIntentId: (typeof intent === 'string' ? intent : intent?.id) ?? '',
    reference: refund.metadata?.refund,
    ...fromProvider(refund.amount, refund.currency),
    status: statuses.includes(status) ? (status as ProviderRefundStatus) : 'pending',
    failureReason: refund.failure_reason,
  }
}
