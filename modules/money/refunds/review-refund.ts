import { required } from '#shared/collections.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { isUuid } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { assertNotOwnCharity } from '#modules/causes/campaigns/index.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import { queueMails } from '#modules/platform/notifications/index.ts'
import { requestAtProvider } from './request-at-provider.ts'
import { declinedMail } from './decide-request.ts'
import { addDuration, requireRefundRole, type RefundPorts, refundTimeouts } from './ports.ts'
import { findPaidDonations, refundLinesOf, refundedLevels } from './queries/donations.ts'
import { changeRefund, findRefund, lockRefund, type Refund } from './queries/refunds.ts'
import { requestOfRefund } from './queries/requests.ts'
import { assertQurbaniOpen } from './refund-donation.ts'
import { canApprove } from './rules/approval.ts'
import { refundStart } from './rules/refund-start.ts'

/**
 * Approves or rejects a large refund; only someone other than its proposer may approve it (ASVS 2.3.5). Approving calls
 * the provider at once, or later for a bank debit (refunds-10); rejecting cancels the refund and emails the donor who
 * requested it. A second decision is refused.
 */
export async function reviewRefund(
  ports: RefundPorts,
  viewer: Viewer,
  context: Pick<RequestContext, 'ip'>,
  {
    refundId,
    decision,
    note,
  }: { readonly refundId: string; readonly decision: 'approve' | 'reject'; readonly note: string },
): Promise<Refund> {
  const who = requireRefundRole(viewer)
  await ports.write(async (tx) => {
    const proposed = isUuid(refundId) ? await lockRefund(tx, refundId) : undefined
    if (!proposed) throw new Problem('not-found', 'not-found')
    if (proposed.state !== 'proposed') throw new Problem('conflict', 'refund-decided')
    const donations = await findPaidDonations(tx, proposed.intentId)
    await assertNotOwnCharity(tx, who.accountId, { campaignIds: donations.map(({ campaignId }) => campaignId) })
    if (decision === 'approve' && !canApprove(proposed.requestedBy, who.accountId))
      throw new Problem('conflict', 'refund-own-review')
    const instant = ports.clock()
    if (decision === 'approve') {
      await assertQurbaniOpen(ports, tx, refundedLevels(donations, await refundLinesOf(tx, [refundId])))
      const startsAt = refundStart(donations, instant)
      await changeRefund(tx, refundId, {
        state: 'requested',
        approvedBy: who.accountId,
        requestedAt: startsAt,
        nextLookupAt: addDuration(startsAt, { seconds: startsAt > instant ? 0 : refundTimeouts.leaseSeconds }),
      })
    } else {
      await changeRefund(tx, refundId, {
        state: 'canceled',
        failureReason: 'rejected',
        settledAt: instant,
        nextLookupAt: null,
      })
      const request = await requestOfRefund(tx, refundId)
      if (request) await queueMails(tx, declinedMail(ports, request, note), instant)
    }
    await record(tx, {
      actor: { kind: 'account', id: who.accountId },
      act: decision === 'approve' ? 'refunds.refund-approved' : 'refunds.refund-rejected',
      object: `refund:${refundId}`,
      at: instant,
      ip: context.ip,
      details: { intent: proposed.intentId, amount: proposed.amount.toString(), currency: proposed.currency, note },
    })
  })
  const refund = required(await findRefund(ports.db, refundId))
  if (decision === 'reject') return refund
  await requestAtProvider(ports, refund)
  return required(await findRefund(ports.db, refundId))
}
