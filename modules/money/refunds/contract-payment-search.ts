import { z } from 'zod'
import { instant, minorUnits } from '#shared/wire/codecs.ts'
import { uuid } from '#shared/id-schemas.ts'
import { endpoint } from '#shared/endpoint.ts'
import { paymentGroups } from './rules/payment-filter.ts'
import { currency, refundView } from './contract-refund.ts'
import { requestView } from './contract-request.ts'
import { manualReviewView } from './contract-manual-review.ts'

const parts = { gift: minorUnits, tip: minorUnits, coveredFee: minorUnits }

/** The attempts of a payment, with the brand and last four digits of each card. */
const attemptFields = {
  /** Oldest first; for a plan's donation including earlier payments for the same occurrence. */
  attempts: z.array(
    z.object({
      id: z.string(),
      at: instant,
      state: z.enum(['RECORDED', 'SUBMITTED', 'CHALLENGE', 'SUCCEEDED', 'DECLINED', 'UNKNOWN', 'INTEGRITY_FAILURE']),
      method: z.string(),
      card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
      /** The bank required 3-D Secure. */
      isChallenged: z.boolean(),
      /** The provider's own code. */
      declineCode: z.string().nullable(),
      /** What is possible next: no retry, new card details, the donor's confirmation, or a later retry. */
      declineClass: z.enum(['NEVER', 'UPDATE', 'ACTION', 'SOFT']).nullable(),
      settledAt: instant.nullable(),
      /** Time of the next look-up while the outcome is unknown. */
      nextLookupAt: instant.nullable(),
    }),
  ),
  /** The state of a plan's occurrence; null if the payment belongs to no plan. */
  planDonation: z
    .object({
      state: z.string(),
      nextAttemptAt: instant.nullable(),
      actionDeadline: instant.nullable(),
      paidBy: z.string().nullable(),
    })
    .nullable(),
}

export const paymentSearchContract = {
  'GET /v4/staff/donations': endpoint({
    access: 'staff',
    roles: ['finance', 'support'],
    summary: 'Find payments',
    description:
      'Finds payments by the reference of a donation, a receipt number, an email address or an id, ours or the provider’s: at most 50 paid and 50 unpaid ones, newest first. Without a query it lists the newest payments that match the filter, 50 a page and without email addresses; `before` gets the next page. Amounts are in minor units, days in UTC. Requires the finance or support role.',
    input: z.object({
      query: z.string().trim().max(254).default(''),
      group: z.enum(paymentGroups).optional(),
      currency: currency.optional(),
      from: z.iso.date().optional(),
      until: z.iso.date().optional(),
      before: uuid.optional(),
    }),
    output: z.object({
      next: z.string().nullable(),
      donations: z.array(
        z.object({
          intentId: z.string(),
          reference: z.string(),
          campaign: z.string(),
          /** Number of further donations of the same payment. */
          others: z.number().int(),
          name: z.string(),
          email: z.string().nullable(),
          amount: minorUnits,
          currency,
          state: z.string(),
          /** For an unpaid payment: its first attempt. */
          givenAt: instant,
          isPaid: z.boolean(),
        }),
      ),
    }),
  }),
  'GET /v4/staff/donations/:intentId/attempts': endpoint({
    access: 'staff',
    roles: ['finance', 'support'],
    summary: 'List payment attempts',
    description:
      'Returns each attempt to charge a payment with the provider’s code and its class, and when a recurring donation is attemptFields next; amounts are in minor units. Requires the finance or support role.',
    input: z.object({ intentId: uuid }),
    output: z.object({
      intentId: z.string(),
      state: z.string(),
      amount: minorUnits,
      currency,
      requestedAt: instant,
      provider: z.string(),
      providerIntentId: z.string(),
      /** The payment in the provider's dashboard. */
      providerUrl: z.string().nullable(),
      donor: z.object({ name: z.string(), email: z.string().nullable(), isMember: z.boolean() }),
      donations: z.array(
        z.object({
          reference: z.string(),
          campaign: z.string(),
          campaignSlug: z.string(),
          organization: z.string(),
          ...parts,
        }),
      ),
      ...attemptFields,
    }),
    refuses: ['not-found'],
  }),
  'GET /v4/staff/donations/:intentId': endpoint({
    access: 'staff',
    roles: ['finance', 'support'],
    summary: 'Get a payment',
    description:
      'Returns a payment with its donations, receipts, ledger entries and refunds; amounts are in minor units. Requires the finance or support role.',
    input: z.object({ intentId: uuid }),
    output: z.object({
      intentId: z.string(),
      state: z.string(),
      amount: minorUnits,
      currency,
      givenAt: instant,
      provider: z.string(),
      providerIntentId: z.string(),
      /** The payment in the provider's dashboard. */
      providerUrl: z.string().nullable(),
      chargeId: z.string().nullable(),
      donor: z.object({ name: z.string(), email: z.string().nullable(), isMember: z.boolean() }),
      card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
      donations: z.array(
        z.object({
          donationId: z.string(),
          reference: z.string(),
          campaign: z.string(),
          campaignSlug: z.string(),
          organization: z.string(),
          level: z.string().nullable(),
          isZakat: z.boolean(),
          giftAid: z.boolean(),
          isAnonymous: z.boolean(),
          ...parts,
          processingFee: minorUnits,
          /** The amount that can still be refunded. */
          remaining: z.object(parts),
        }),
      ),
      /** The refunded and pending amount, which the refund call requires as confirmation. */
      alreadyRefunded: minorUnits,
      receipts: z.array(
        z.object({
          id: z.string(),
          number: z.string(),
          kind: z.string(),
          issuedAt: instant,
          voidedAt: instant.nullable(),
          voidReason: z.string().nullable(),
        }),
      ),
      /** Debits are positive. */
      books: z.array(
        z.object({
          event: z.string(),
          at: instant,
          account: z.string(),
          campaign: z.string().nullable(),
          meaning: z.string(),
          currency,
          amount: minorUnits,
        }),
      ),
      refunds: z.array(refundView),
      requests: z.array(requestView),
      /** Entries of this payment in the manual review queue. */
      manualReviews: z.array(manualReviewView),
      ...attemptFields,
      /** Whether the viewer may refund and an amount is left to refund here. */
      canRefund: z.boolean(),
      /** Whether the viewer may approve refunds that others proposed. */
      canReview: z.boolean(),
      /** The reason if an amount is left but can't be refunded here: another provider, or a dispute. */
      refundBlockedBy: z.enum(['elsewhere', 'disputed']).nullable(),
      /** How the payment was made: evidence for an open dispute, only for staff who may submit it. */
      disputeEvidence: z
        .object({
          submittedAt: instant,
          /** Null if the donor was absent, or the address was purged. */
          ip: z.string().nullable(),
          /** The bank required 3-D Secure and accepted the result. */
          isAuthenticated: z.boolean(),
          /** For a plan's donation: the text, time and origin of the agreement. */
          agreed: z.object({ at: instant, ip: z.string().nullable(), text: z.string() }).nullable(),
        })
        .nullable(),
      /** The amount above which a second person must approve; null: never. */
      reviewAbove: minorUnits.nullable(),
    }),
    refuses: ['not-found'],
  }),
}
