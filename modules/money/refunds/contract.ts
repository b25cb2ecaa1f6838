import { z } from 'zod'
import { minorUnits } from '#shared/wire/codecs.ts'
import { uuid } from '#shared/id-schemas.ts'
import { idempotencyKeyRefusals } from '#shared/idempotency-key.ts'
import { endpoint } from '#shared/endpoint.ts'
import { refundReasons, refundStates } from './rules/states.ts'
import { refundAmount, currency, note, refundView, donationRefuses } from './contract-refund.ts'
import { paymentSearchContract } from './contract-payment-search.ts'
import { manualReviewContract } from './contract-manual-review.ts'
import { refundRequestContract } from './contract-request.ts'

/** Token of a mailed link. */
const token = z.string().max(300)

const duplicateView = z.object({
  state: z.enum(['open', 'refunded']),
  campaign: z.string(),
  total: minorUnits,
  currency,
})

const duplicateRefundContract = {
  'GET /v4/duplicate-refunds': endpoint({
    access: 'anyone',
    summary: 'Get a duplicate donation by its link',
    description:
      'Returns a possible duplicate donation and whether it was refunded. Requires the signed token of the link in its receipt mail, which is valid for 24 hours.',
    perMinute: 60,
    input: z.object({ token }),
    output: duplicateView,
    refuses: ['not-found'],
  }),
  'POST /v4/duplicate-refunds': endpoint({
    access: 'anyone',
    summary: 'Refund a duplicate donation by its link',
    description:
      'Refunds the payment to the card or account it was made with, once. Requires the signed token of the link, which expires 24 hours after the payment.',
    perMinute: 60,
    input: z.object({ token }),
    output: duplicateView,
    refuses: ['not-found', 'refund-disputed', 'refund-elsewhere', 'refund-qurbani-closed', 'refund-too-early'],
  }),
}

export const refundsContract = {
  ...paymentSearchContract,
  'POST /v4/staff/donations/:intentId/refunds': endpoint({
    access: 'staff',
    roles: ['finance'],
    summary: 'Refund a payment',
    description:
      'Refunds the rest of a payment, or parts of its donations, in minor units; a second person must approve large refunds. Requires the finance role, and refunds once for each Idempotency-Key.',
    input: z.object({
      intentId: uuid,
      /** The rest of the payment: donations, tips and covered fees. */
      everything: z.boolean().default(false),
      /** Otherwise these parts, in minor units, each of another donation. */
      lines: z
        .array(
          z.object({
            donationId: uuid,
            gift: refundAmount.min(0).default(0),
            tip: refundAmount.min(0).default(0),
            coveredFee: refundAmount.min(0).default(0),
          }),
        )
        .max(50)
        .refine((lines) => new Set(lines.map(({ donationId }) => donationId)).size === lines.length)
        .default([]),
      /** The already refunded sum that the caller saw; if it has changed, the call is refused. */
      alreadyRefunded: refundAmount.min(0).optional(),
      reason: z.enum(refundReasons).optional(),
      note: note.default(''),
    }),
    output: refundView,
    money: true,
    refuses: [
      ...donationRefuses,
      'refund-exceeds',
      'refund-in-steps',
      'refund-changed',
      ...idempotencyKeyRefusals,
      'own-charity',
    ],
  }),
  'GET /v4/staff/refunds': endpoint({
    access: 'staff',
    roles: ['finance', 'support'],
    summary: 'List refunds',
    description:
      'Returns refunds, newest first, all or those of one state; amounts are in minor units. Requires the finance or support role.',
    input: z.object({
      state: z.enum(refundStates).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
      before: z.string().max(80).optional(),
    }),
    output: z.object({
      refunds: z.array(refundView.extend({ campaign: z.string(), name: z.string() })),
      next: z.string().nullable(),
    }),
  }),
  'POST /v4/staff/refunds/:refundId/review': endpoint({
    access: 'staff',
    roles: ['finance'],
    summary: 'Approve or reject a refund',
    description:
      'Approves or rejects a refund that needs a second person. Requires the finance role; the person who requested the refund can’t approve it.',
    input: z.object({
      refundId: uuid,
      decision: z.enum(['approve', 'reject']).optional(),
      note: note.default(''),
    }),
    output: refundView,
    refuses: ['not-found', 'refund-decided', 'refund-own-review', 'refund-qurbani-closed', 'own-charity'],
  }),
  ...manualReviewContract,
  ...refundRequestContract,
  ...duplicateRefundContract,
}
