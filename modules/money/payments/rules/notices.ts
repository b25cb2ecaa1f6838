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
