export { decideRefundRequest } from './decide-request.ts'
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
