import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { minor, currency, refundView } from './contract-refund.ts'
import { requestView } from './contract-request.ts'
import { leftView } from './contract-manual-review.ts'

const parts = { gift: minor, tip: minor, coveredFee: minor }

/** How a payment was tried to be charged; of the card its brand and last four, nothing else. */
const tried = {
  /** Oldest first; of a plan's gift those of earlier payments for it, too. */
  attempts: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      state: z.enum(['RECORDED', 'SUBMITTED', 'CHALLENGE', 'SUCCEEDED', 'DECLINED', 'UNKNOWN', 'INTEGRITY_FAILURE']),
      method: z.string(),
      card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
      /** The bank asked whether it is the donor (3-D Secure). */
      wasAsked: z.boolean(),
      /** As the provider said it. */
      declineCode: z.string().nullable(),
      /** What may be done after it: never with this card, ask for its particulars, ask the donor, it may pass later. */
      declineClass: z.enum(['NEVER', 'UPDATE', 'ACTION', 'SOFT']).nullable(),
      settledAt: z.string().nullable(),
      /** Without an outcome yet: when we ask the provider next. */
      looksAgainAt: z.string().nullable(),
    }),
  ),
  /** Where the gift of a plan stands; null: it is not of one. */
  planGift: z
    .object({
      state: z.string(),
      nextTryAt: z.string().nullable(),
      waitsUntil: z.string().nullable(),
      paidBy: z.string().nullable(),
    })
    .nullable(),
}

export const paymentSearchContract = {
  'GET /v4/staff/gifts': endpoint({
    access: 'staff',
    roles: ['finance', 'support'],
    summary: 'Find payments',
    description:
      'Finds payments by the reference of a donation, a receipt number, an email address or an id, at most 50 paid and 50 unpaid ones, newest first; amounts are in minor units. Requires the finance or support role.',
    input: z.object({ query: z.string().trim().max(254).default('') }),
    output: z.object({
      gifts: z.array(
        z.object({
          intentId: z.string(),
          reference: z.string(),
          campaign: z.string(),
          /** Further gifts of the same payment. */
          others: z.number().int(),
          name: z.string(),
          email: z.string().nullable(),
          amount: minor,
          currency,
          state: z.string(),
          /** Of what was never paid: when it was first tried. */
          givenAt: z.string(),
          isPaid: z.boolean(),
        }),
      ),
    }),
  }),
  'GET /v4/staff/gifts/:intentId/attempts': endpoint({
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
      askedAt: z.string(),
      provider: z.string(),
      providerIntentId: z.string(),
      donor: z.object({ name: z.string(), email: z.string().nullable(), isMember: z.boolean() }),
      gifts: z.array(
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
  'GET /v4/staff/gifts/:intentId': endpoint({
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
      gifts: z.array(
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
          /** What may still go back. */
          left: z.object(parts),
        }),
      ),
      /** What went back or is on its way: the refund call wants to hear it again. */
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
      /** What of this payment waits for a person. */
      left: z.array(leftView),
      ...tried,
      /** Whoever looks may give back, and there is something left to give back here. */
      mayRefund: z.boolean(),
      /** Whoever looks may agree to what others asked for. */
      mayReview: z.boolean(),
      /** Why not, when there is something left: paid at another provider, or disputed. */
      hindrance: z.enum(['elsewhere', 'disputed']).nullable(),
      /** While a bank waits for our side of a dispute, for whoever may tell it: what we know of how it was paid. */
      ourSide: z
        .object({
          pressedAt: z.string(),
          /** Null: nobody was there, or it is forgotten. */
          ip: z.string().nullable(),
          /** The bank asked whether it is the donor (3-D Secure), who answered, and it let the payment through. */
          wasAsked: z.boolean(),
          /** Of a plan's gift: what was agreed to, when and from where. */
          agreed: z.object({ at: z.string(), ip: z.string().nullable(), words: z.string() }).nullable(),
        })
        .nullable(),
      /** From which amount on a second person must agree; null: never. */
      reviewAbove: minor.nullable(),
    }),
    refuses: ['not-found'],
  }),
}
