export { decideRefundRequest } from './decide-request.ts'
export { leaveCharges, leaveStuckPayments } from './leave-payments.ts'
export { resolveDueRefunds, sweepRefunds, takeRefundNotices } from './look-up.ts'
export { disputedTask, type PlanLookup, type RefundPorts } from './ports.ts'
export { giftsOfIntent as findPaidGifts, intentOfDonation as findIntentOfDonation } from './queries/gifts.ts'
export {
  eraseRequests,
  findRequest as findRefundRequest,
  listRequests as listRefundRequests,
} from './queries/requests.ts'
export { refundDuplicateLink } from './refund-duplicate.ts'
export type { RefundBooked } from './settle-refund.ts'
export { tellDonors } from './tell-donors.ts'
export { watchDisputes } from './watch-disputes.ts'
