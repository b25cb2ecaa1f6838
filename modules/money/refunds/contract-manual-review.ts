import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { leftReasons } from './rules/left.ts'
import { minor, currency, note } from './contract-refund.ts'

export const leftView = z.object({
  id: z.string(),
  /** Null: a charge that is no payment of ours. */
  intentId: z.string().nullable(),
  /** Null: nothing of it is in the books. */
  campaign: z.string().nullable(),
  name: z.string(),
  reason: z.enum(leftReasons),
  amount: minor,
  currency,
  provider: z.string(),
  /** The provider’s name for the refund, dispute, charge or payment; ours, where it has none. */
  providerRefundId: z.string(),
  foundAt: z.string(),
  dealtAt: z.string().nullable(),
  /** Null with a time: it could be written down after all. */
  dealtBy: z.string().nullable(),
  note: z.string(),
})
z.globalRegistry.add(leftView, {
  id: 'ManualReviewItem',
  description: 'A payment in the manual review queue. `amount` is in minor units.',
})

export const manualReviewContract = {
  'GET /v4/staff/refunds/for-a-person': endpoint({
    access: 'staff',
    roles: ['finance', 'support'],
    summary: 'List the manual review queue',
    description:
      'Returns refunds, disputes and charges that need manual review, longest waiting first, or resolved ones, latest first, at most 100; amounts are in minor units. Requires the finance or support role.',
    input: z.object({ state: z.enum(['open', 'dealt']).default('open') }),
    output: z.object({
      left: z.array(leftView),
      /** Whoever looks may say that it is dealt with. */
      mayDeal: z.boolean(),
    }),
  }),
  'POST /v4/staff/refunds/for-a-person/:leftId/dealt': endpoint({
    access: 'staff',
    roles: ['finance'],
    summary: 'Resolve a manual review',
    description:
      'Marks an entry of the manual review queue as resolved; it posts nothing to the ledger. Requires the finance role.',
    input: z.object({ leftId: z.string().max(64), note: note.default('') }),
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
