export { decidePaymentWarning } from './alerts/payment-warnings.ts'
export { decideRefundRequest } from './decide-request.ts'
export type { PlanLookup, RefundPorts } from './ports.ts'
export {
  type ReviewedDonation,
  findIntentOfDonation,
  findPaidDonations,
  refundsOfDonations,
} from './queries/donations.ts'
export { eraseRequests, findRefundRequest, listRefundRequests } from './queries/requests.ts'
export { findOpenWarning, listOpenWarnings } from './queries/warnings.ts'
export { claimPartialRefund } from './refund-part.ts'
export { remainingParts } from './rules/lines.ts'
