import type { RequestContext } from '#shared/endpoint.ts'
import { isUuid } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { assertNotOwnCharity } from '#modules/causes/campaigns/index.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { AccountViewer, Viewer } from '#modules/platform/identity/index.ts'
import { requireRefundRole, type RefundPorts } from '../ports.ts'
import { findPaidDonations } from '../queries/donations.ts'
import { accountNames } from '../queries/list.ts'
import { markResolved, findManualReview, type ManualReview, listManualReviews } from '../queries/manual-reviews.ts'
import { reviewReasonOf } from '../rules/review-reasons.ts'

/** Lists the manual review queue, with the data and the donation of each case. */
export async function readManualReviews(ports: RefundPorts, who: AccountViewer, state: 'open' | 'resolved') {
  const rows = await listManualReviews(ports.db, { state, limit: 100 })
  return {
    manualReviews: await manualReviewViews(ports, rows),
    canResolve: who.roles.some((role) => role === 'finance' || role === 'admin'),
  }
}

export async function manualReviewViews(ports: RefundPorts, rows: readonly ManualReview[]) {
  const names = await accountNames(ports.db, [...new Set(rows.flatMap(({ resolvedBy }) => resolvedBy ?? []))])
  return rows.map((row) => ({
    id: row.id,
    intentId: row.intentId,
    campaign: row.campaign,
    name: row.name ?? '',
    reason: reviewReasonOf(row.reason),
    amount: row.amount,
    currency: row.currency,
    provider: row.provider,
    providerRefundId: row.providerRefundId,
    foundAt: row.foundAt,
    resolvedAt: row.resolvedAt,
    resolvedBy: row.resolvedBy === null ? null : (names.get(row.resolvedBy) ?? null),
    note: row.note,
  }))
}

/**
 * Marks a case as resolved. Books nothing: corrections of the books are refunds, here or at the provider. A second
 * request finds it resolved.
 */
export async function resolveReview(
  ports: RefundPorts,
  viewer: Viewer,
  context: Pick<RequestContext, 'ip'>,
  { reviewId, note }: { readonly reviewId: string; readonly note: string },
): Promise<void> {
  const who = requireRefundRole(viewer)
  const remainder = isUuid(reviewId) ? await findManualReview(ports.db, reviewId) : undefined
  if (!remainder) throw new Problem('not-found', 'not-found')
  await ports.write(async (tx) => {
    const instant = ports.clock()
    const donations = remainder.intentId === null ? [] : await findPaidDonations(tx, remainder.intentId)
    await assertNotOwnCharity(tx, who.accountId, { campaignIds: donations.map(({ campaignId }) => campaignId) })
    if (!(await markResolved(tx, { id: remainder.id, by: who.accountId, note, at: instant })))
      throw new Problem('conflict', 'refund-decided')
    await record(tx, {
      actor: { kind: 'account', id: who.accountId },
      act: 'refunds.review-resolved',
      object: remainder.intentId === null ? `charge:${remainder.providerRefundId}` : `intent:${remainder.intentId}`,
      at: instant,
      ip: context.ip,
      details: { manualReview: remainder.id, reason: remainder.reason, note },
    })
  })
}
