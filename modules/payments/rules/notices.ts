/** Kinds of notices that tell of money given back; the refunds module acts on them. */
export const refundNotices = ['charge.refunded', 'charge.refund.updated', 'refund.created', 'refund.updated', 'refund.failed'] as const
