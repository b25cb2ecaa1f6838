import type Stripe from 'stripe'
import type { DisputeFee, ProviderRefund, ProviderRefundStatus, RefundResult, RefundsApi } from '../../port.ts'
import { toProviderAmount } from './amounts.ts'
import { fromProvider } from './map.ts'
import { isDefiniteRefusal, toRefusal } from './refusals.ts'
import { isConflictError, reasonOf } from './vault.ts'

const statuses: readonly string[] = [
  'pending',
  'requires_action',
  'succeeded',
  'failed',
  'canceled',
] satisfies ProviderRefundStatus[]

/** Creates the interface to Stripe's refunds and disputes. */
export const stripeRefunds = (stripe: Stripe): RefundsApi => ({
  async create({ key, providerIntentId, amount, reference }): Promise<RefundResult> {
    try {
      const refund = await stripe.refunds.create(
        { payment_intent: providerIntentId, amount: toProviderAmount(amount), metadata: { refund: reference } },
        { idempotencyKey: key },
      )
      return { kind: 'created', refund: refundOf(refund) }
    } catch (error) {
      if (isConflictError(error)) return { kind: 'unknown', reason: 'the same refund is being asked for' }
      if (isDefiniteRefusal(error)) return { kind: 'refused', code: toRefusal(error).code }
      return { kind: 'unknown', reason: reasonOf(error) }
    }
  },

  listForIntent: (providerIntentId) => all(stripe, { payment_intent: providerIntentId, limit: 100 }),

  listSince: (since) => all(stripe, { created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 }),
})

type Which = { readonly limit: number; readonly payment_intent?: string; readonly created?: { readonly gte: number } }

async function all(stripe: Stripe, which: Which): Promise<ProviderRefund[]> {
  const providerRefunds: ProviderRefund[] = []
  for await (const refund of stripe.refunds.list(which)) providerRefunds.push(refundOf(refund))
  for await (const dispute of stripe.disputes.list(which)) providerRefunds.push(...disputeOf(dispute))
  return providerRefunds
}

/** In these states the bank only inquires and hasn't taken any money. */
const inquiryStatuses: readonly string[] = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'prevented',
]
const finalStatuses: Readonly<Record<string, ProviderRefundStatus>> = { won: 'canceled', lost: 'succeeded' }

function disputeOf(dispute: Stripe.Dispute): ProviderRefund[] {
  if (inquiryStatuses.includes(dispute.status)) return []
  const dueBy = dispute.status === 'needs_response' ? dispute.evidence_details.due_by : null
  return [
    {
      refundId: dispute.id,
      providerIntentId: idOf(dispute.payment_intent),
      reference: undefined,
      ...fromProvider(dispute.amount, dispute.currency),
      status: finalStatuses[dispute.status] ?? 'pending',
      failureReason: undefined,
      dispute: {
        fees: dispute.balance_transactions.map(feeOf),
        dueBy: dueBy === null ? undefined : new Date(dueBy * 1000),
      },
    },
  ]
}

/**
 * Maps a balance transaction to a fee. The fee is charged with the dispute and, depending on the operator's contract,
 * returned later; each booking has its own id.
 */
function feeOf({ id, fee, currency }: Stripe.BalanceTransaction): DisputeFee {
  const { amount, currency: inCapitals } = fromProvider(Math.abs(fee), currency)
  return { id, amount: fee < 0 ? -amount : amount, currency: inCapitals }
}

const idOf = (intent: string | { readonly id: string } | null): string =>
  typeof intent === 'string' ? intent : (intent?.id ?? '')

/** Maps a refund. An unknown status counts as pending, so it is looked up again. */
function refundOf(refund: Stripe.Refund): ProviderRefund {
  const status = refund.status ?? 'pending'
  return {
    refundId: refund.id,
    providerIntentId: idOf(refund.payment_intent),
    reference: refund.metadata?.refund,
    ...fromProvider(refund.amount, refund.currency),
    status: statuses.includes(status) ? (status as ProviderRefundStatus) : 'pending',
    failureReason: refund.failure_reason,
  }
}
