import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { minor, currency, refundView } from './contract-refund.ts'
import { requestView } from './contract-request.ts'
import { manualReviewView } from './contract-manual-review.ts'

const parts = { gift: minor, tip: minor, coveredFee: minor }

/** The attempts of a payment, with nothing of the card but brand and last four digits. */
const tried = {
  /** Oldest first; for a plan's donation including those of its earlier payments. */
  attempts: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      state: z.enum(['RECORDED', 'SUBMITTED', 'CHALLENGE', 'SUCCEEDED', 'DECLINED', 'UNKNOWN', 'INTEGRITY_FAILURE']),
      method: z.string(),
      card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
      /** Whether the bank required 3-D Secure. */
      wasAsked: z.boolean(),
      /** The provider's own code. */
      declineCode: z.string().nullable(),
      /** What can follow: never this card again, new card details, the donor's confirmation, or a later retry. */
      declineClass: z.enum(['NEVER', 'UPDATE', 'ACTION', 'SOFT']).nullable(),
      settledAt: z.string().nullable(),
      /** Time of the next look-up, if it has no outcome yet. */
      looksAgainAt: z.string().nullable(),
    }),
  ),
  /** The state of a plan's donation; null if it belongs to no plan. */
  planDonation: z
    .object({
      state: z.string(),
      nextTryAt: z.string().nullable(),
      waitsUntil: z.string().nullable(),
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
      'Finds payments by the reference of a donation, a receipt number, an email address or an id, at most 50 paid and 50 unpaid ones, newest first; amounts are in minor units. Requires the finance or support role.',
    input: z.object({ query: z.string().trim().max(254).default('') }),
    output: z.object({
      donations: z.array(
        z.object({
          intentId: z.string(),
          reference: z.string(),
          campaign: z.string(),
          /** Number of further donations in the same payment. */
          others: z.number().int(),
          name: z.string(),
          email: z.string().nullable(),
          amount: minor,
          currency,
          state: z.string(),
          /** For an unpaid payment, the time of its first attempt. */
          givenAt: z.string(),
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
      'Returns each attempt to charge a payment with the provider’s code and its class, and when a recurring donation is tried next; amounts are in minor units. Requires the finance or support role.',
    input: z.object({ intentId: z.string().max(64) }),
    output: z.object({
      intentId: z.string(),
      state: z.string(),
      amount: minor,
      currency,
      requestedAt: z.string(),
      provider: z.string(),
      providerIntentId: z.string(),
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
      ...tried,
    }),
    refuses: ['not-found'],
  }),
  'GET /v4/staff/donations/:intentId': endpoint({
    access: 'staff',
    roles: ['finance', 'support'],
    summary: 'Get a payment',
    description:
      'Returns a payment with its donations, receipts, ledger entries and refunds; amounts are in minor units. Requires the finance or support role.',
    input: z.object({ intentId: z.string().max(64) }),
    output: z.object({
      intentId: z.string(),
      state: z.string(),
      amount: minor,
      currency,
      givenAt: z.string(),
      provider: z.string(),
      providerIntentId: z.string(),
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
          processingFee: minor,
          /** The amounts that can still be refunded. */
          left: z.object(parts),
        }),
      ),
      /** The amount that was refunded or is pending, which a refund request must repeat as confirmation. */
      alreadyReturned: minor,
      receipts: z.array(
        z.object({
          id: z.string(),
          number: z.string(),
          kind: z.string(),
          issuedAt: z.string(),
          voidedAt: z.string().nullable(),
          voidReason: z.string().nullable(),
        }),
      ),
      /** Debits are positive. */
      books: z.array(
        z.object({
          event: z.string(),
          at: z.string(),
          account: z.string(),
          campaign: z.string().nullable(),
          meaning: z.string(),
          currency,
          amount: minor,
        }),
      ),
      refunds: z.array(refundView),
      requests: z.array(requestView),
      /** Cases of this payment in the manual review queue. */
      left: z.array(manualReviewView),
      ...tried,
      /** Whether the viewer may refund, and something can still be refunded here. */
      mayRefund: z.boolean(),
      /** Whether the viewer may approve refunds that others proposed. */
      mayReview: z.boolean(),
      /** Why a remaining amount can't be refunded: paid at another provider, or disputed. */
      hindrance: z.enum(['elsewhere', 'disputed']).nullable(),
      /** Evidence for an open dispute, for staff who may submit it: how the payment was made. */
      disputeEvidence: z
        .object({
          submittedAt: z.string(),
          /** Null if the donor was absent, or the address was deleted. */
          ip: z.string().nullable(),
          /** Whether the bank required 3-D Secure and accepted the result. */
          wasAsked: z.boolean(),
          /** For a plan's donation, the agreement with its time and IP address. */
          agreed: z.object({ at: z.string(), ip: z.string().nullable(), words: z.string() }).nullable(),
        })
        .nullable(),
      /** The amount above which a second person must approve; null means never. */
      reviewAbove: minor.nullable(),
    }),
    refuses: ['not-found'],
  }),
}
