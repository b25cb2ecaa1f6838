export { decideRefundRequest } from './decide-request.ts'
export type { PlanLookup, RefundPorts } from './ports.ts'
export {
  eraseRequests,
  findRequest as findRefundRequest,
  listRequests as listRefundRequests,
} from './queries/requests.ts'
