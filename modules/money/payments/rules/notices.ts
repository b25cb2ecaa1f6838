/** Webhook event types about payments. */
const chargeNotices = ['payment_intent.succeeded', 'payment_intent.payment_failed', 'payment_intent.canceled'] as const

/** Webhook event types about refunds and disputes, which the refunds module handles. */
export const refundNotices = [
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const

/** Webhook event types about saved cards, which the module `cards` handles. */
export const cardNotices = ['payment_method.automatically_updated'] as const

/** Webhook event types about paid payments that may be fraudulent (refunds-11). */
export const warningNotices = ['radar.early_fraud_warning.created', 'review.opened'] as const

/** All webhook event types that an endpoint of ours must receive. */
export const wantedNotices: readonly string[] = [...chargeNotices, ...refundNotices, ...cardNotices, ...warningNotices]
