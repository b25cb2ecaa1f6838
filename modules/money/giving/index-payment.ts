export {
  addRefundedAmounts,
  isEventPending,
  restoreDeclarations,
  type RefundChange,
  type RefundedAmount,
  queueRefundEvent,
  withdrawDeclarations,
} from './queries/refunded-amounts.ts'
export { listFailedEvents, retryFailedEvent } from './queries/outbox.ts'
export { findUnknownCharges, type UnmatchedCharge } from './payment/reconcile.ts'
export { importOrphanedCharge } from './payment/import-charge.ts'
export { paymentRefused } from './payment/pay-request.ts'
export { cancelPlanChallenge } from './payment/challenge.ts'
export { pay } from './payment/pay.ts'
export { toResponse } from './payment/response.ts'
export { refreshStatus } from './payment/payment-status.ts'
export { keyOfCharge, scopeOfCharge } from './payment/idempotency.ts'
export type { StartedPlan } from './order/order.ts'
export type { PaidPlanStart, PlanStart } from './ports.ts'
