export { decideRefundRequest } from './decide-request.ts'
export { claimPartialRefund } from './refund-part.ts'
export type { PlanLookup, RefundPorts } from './ports.ts'
export {
  giftsOfIntent as findPaidGifts,
  intentOfDonation as findIntentOfDonation,
  type PaidGift,
  refundsOfDonations,
} from './queries/gifts.ts'
export { leftOf } from './rules/lines.ts'
export {
  eraseRequests,
  findRequest as findRefundRequest,
  listRequests as listRefundRequests,
} from './queries/requests.ts'
