import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { reviewReasons } from './rules/review-reasons.ts'
import { minor, currency, note } from './contract-refund.ts'

export const manualReviewView = z.object({
  id: z.string(),
  /** Null for a charge without a payment in our database. */
  intentId: z.string().nullable(),
  /** Null if nothing of it is in the books. */
  campaign: z.string().nullable(),
  name: z.string(),
  reason: z.enum(reviewReasons),
  amount: minor,
  currency,
  provider: z.string(),
  /** The provider’s id of the refund, dispute, charge or payment; ours if it has none. */
  providerRefundId: z.string(),
  foundAt: z.string(),
  resolvedAt: z.string().nullable(),
  /** Null together with a time: the system recorded it after all. */
  resolvedBy: z.string().nullable(),
  note: z.string(),
})
z.globalRegistry.add(manualReviewView, {
  id: 'ManualReviewItem',
  description: 'A payment in the manual review queue. `amount` is in minor units.',
})

export const manualReviewContract = {
  'GET /v4/staff/refunds/manual-review': endpoint({
    access: 'staff',
    roles: ['finance', 'support'],
    summary: 'List the manual review queue',
    description:
      'Returns refunds, disputes and charges that need manual review, longest waiting first, or resolved ones, latest first, at most 100; amounts are in minor units. Requires the finance or support role.',
    input: z.object({ state: z.enum(['open', 'resolved']).default('open') }),
    output: z.object({
      left: z.array(manualReviewView),
      /** Whether the viewer may resolve cases. */
      mayResolve: z.boolean(),
    }),
  }),
  'POST /v4/staff/refunds/manual-review/:reviewId/resolve': endpoint({
    access: 'staff',
    roles: ['finance'],
    summary: 'Resolve a manual review',
    description:
      'Marks an entry of the manual review queue as resolved; it posts nothing to the ledger. Requires the finance role.',
    input: z.object({ reviewId: z.string().max(64), note: note.default('') }),
    output: z.object({}),
    refuses: ['not-found', 'refund-decided'],
  }),
  'GET /v4/staff/failed-events': endpoint({
    access: 'staff',
    roles: ['finance', 'support'],
    summary: 'List failed payment events',
    description:
      'Returns events of payments and refunds whose totals, receipts or mails failed at each attempt, longest waiting first, at most 100, with the error of the last attempt. Requires the finance or support role.',
    input: z.object({}),
    output: z.object({
      events: z.array(
        z.object({
          id: z.string(),
          kind: z.string(),
          intentId: z.string(),
          attempts: z.number().int(),
          error: z.string(),
          occurredAt: z.string(),
          failedAt: z.string(),
        }),
      ),
      mayRetry: z.boolean(),
    }),
  }),
  'POST /v4/staff/failed-events/:eventId/retry': endpoint({
    access: 'staff',
    roles: ['finance'],
    summary: 'Retry a failed payment event',
    description:
      'Schedules a failed event to be processed again; it is listed again if it fails at each attempt. Requires the finance role.',
    input: z.object({ eventId: z.string().max(20) }),
    output: z.object({}),
    refuses: ['not-found'],
  }),
}
