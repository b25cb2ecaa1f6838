export { decideRefundRequest } from './decide-request.ts'
export type { PlanLookup, RefundPorts } from './ports.ts'
export { giftsOfIntent as findPaidGifts, intentOfDonation as findIntentOfDonation } from './queries/gifts.ts'
export {
  eraseRequests,
  findRequest as findRefundRequest,
  listRequests as listRefundRequests,
} from './queries/requests.ts'
