import { z } from 'zod'
import { instant, minorUnits } from '#shared/wire/codecs.ts'
import { numericId, uuid } from '#shared/id-schemas.ts'
import { endpoint } from '#shared/endpoint.ts'
import { reviewReasons } from './rules/review-reasons.ts'
import { currency, note } from './contract-refund.ts'

export const manualReviewView = z.object({
  id: z.string(),
  /** Null for a charge that belongs to no payment here. */
  intentId: z.string().nullable(),
  /** Null if the ledger has nothing of it. */
  campaign: z.string().nullable(),
  name: z.string(),
  reason: z.enum(reviewReasons),
  amount: minorUnits,
  currency,
  provider: z.string(),
  /** The provider’s id of the refund, dispute, charge or payment, or our id if the provider has none. */
  providerRefundId: z.string(),
  foundAt: instant,
  resolvedAt: instant.nullable(),
  /** Null together with a resolution time: the system recorded it later. */
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
      'Returns at most 100 refunds, disputes and charges that need manual review, oldest first, or resolved ones, newest first; amounts are in minor units. Requires the finance or support role.',
    input: z.object({ state: z.enum(['open', 'resolved']).default('open') }),
    output: z.object({
      manualReviews: z.array(manualReviewView),
      /** Whether the viewer may resolve entries. */
      canResolve: z.boolean(),
    }),
  }),
  'POST /v4/staff/refunds/manual-review/:reviewId/resolve': endpoint({
    access: 'staff',
    roles: ['finance'],
    summary: 'Resolve a manual review',
    description:
      'Marks an entry of the manual review queue as resolved; posts nothing to the ledger. Requires the finance role.',
    input: z.object({ reviewId: uuid, note: note.default('') }),
    output: z.object({}),
    refuses: ['not-found', 'refund-decided', 'own-charity'],
  }),
  'GET /v4/staff/failed-events': endpoint({
    access: 'staff',
    roles: ['finance', 'support'],
    summary: 'List failed payment events',
    description:
      'Returns at most 100 events of payments and refunds whose totals, receipts or mails failed at every attempt, oldest first, with the last error. Requires the finance or support role.',
    input: z.object({}),
    output: z.object({
      events: z.array(
        z.object({
          id: z.string(),
          kind: z.string(),
          intentId: z.string(),
          attempts: z.number().int(),
          error: z.string(),
          occurredAt: instant,
          failedAt: instant,
        }),
      ),
      canRetry: z.boolean(),
    }),
  }),
  'POST /v4/staff/failed-events/:eventId/retry': endpoint({
    access: 'staff',
    roles: ['finance'],
    summary: 'Retry a failed payment event',
    description: 'Schedules a failed event to be processed again. Requires the finance role.',
    input: z.object({ eventId: numericId }),
    output: z.object({}),
    refuses: ['not-found'],
  }),
}
