import type { Ports } from '#shared/ports.ts'
import type { RefundView } from './contract-refund.ts'
import { accountNames } from './queries/list.ts'
import type { Refund } from './queries/refunds.ts'
import type { RefundRequest } from './queries/requests.ts'

/** Returns the names of the accounts that requested and approved refunds. */
export const namesOf = (
  ports: Pick<Ports, 'db'>,
  refunds: readonly Pick<Refund, 'requestedBy' | 'approvedBy'>[],
): Promise<Map<string, string>> =>
  accountNames(ports.db, [
    ...new Set(refunds.flatMap(({ requestedBy, approvedBy }) => [requestedBy, approvedBy].filter((id) => id !== null))),
  ])

export const refundView = (refund: Refund, names: ReadonlyMap<string, string>, viewerId: string): RefundView => ({
  id: refund.id,
  intentId: refund.intentId,
  state: refund.state,
  origin: refund.origin,
  amount: refund.amount,
  currency: refund.currency,
  reason: refund.reason,
  note: refund.note,
  requestedBy: refund.requestedBy === null ? null : (names.get(refund.requestedBy) ?? null),
  approvedBy: refund.approvedBy === null ? null : (names.get(refund.approvedBy) ?? null),
  failureReason: refund.failureReason,
  providerRefundId: refund.providerRefundId,
  createdAt: refund.createdAt,
  settledAt: refund.settledAt,
  evidenceDueAt: refund.evidenceDueAt,
  isOwn: refund.requestedBy === viewerId,
})

export const requestView = (request: RefundRequest) => ({
  id: request.id,
  donationId: request.donationId,
  intentId: request.intentId,
  campaign: request.campaign,
  name: request.name,
  gift: request.gift,
  currency: request.currency,
  reason: request.reason,
  state: request.state,
  note: request.note,
  createdAt: request.createdAt,
  decidedAt: request.decidedAt,
})
