export { decideRefundRequest } from './decide-request.ts'
export { decidePaymentWarning } from './alerts/payment-warnings.ts'
export { findOpenWarning, listOpenWarnings } from './queries/warnings.ts'
export { claimPartialRefund } from './refund-part.ts'
export type { PlanLookup, RefundPorts } from './ports.ts'
export {
  findPaidDonations,
  findIntentOfDonation,
  type ReviewedDonation,
  refundsOfDonations,
} from './queries/donations.ts'
export { remainingParts } from './rules/lines.ts'
export { eraseRequests, findRefundRequest, listRefundRequests } from './queries/requests.ts'
