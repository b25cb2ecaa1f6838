import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { leftReasons } from './rules/left.ts'
import { refundReasons, refundStates } from './rules/states.ts'

const minor = z.number().int()
const currency = z.string()
const parts = { gift: minor, tip: minor, coveredFee: minor }
const note = z.string().trim().max(500)

/** Of a mail's link. */
const token = z.string().max(300)
const duplicateView = z.object({ state: z.enum(['open', 'refunded']), campaign: z.string(), total: minor, currency })

const refundView = z.object({
  id: z.string(),
  intentId: z.string(),
  state: z.enum(refundStates),
  /** `donor`: by the link in the receipt mail of a duplicate. `provider`: made at the payment provider's own desk. */
  origin: z.enum(['staff', 'donor', 'provider', 'bank']),
  amount: minor,
  currency,
  reason: z.enum(refundReasons),
  note: z.string(),
  /** Who asked, who agreed: names as they are now. */
  askedBy: z.string().nullable(),
  approvedBy: z.string().nullable(),
  failureReason: z.string().nullable(),
  providerRefundId: z.string().nullable(),
  createdAt: z.string(),
  settledAt: z.string().nullable(),
  /** Of a dispute: until when the provider waits for our side, at its own desk. */
  answerBy: z.string().nullable(),
  /** Whoever looks asked for it themselves, so somebody else must agree. */
  isOwn: z.boolean(),
})
z.globalRegistry.add(refundView, { id: 'Refund', description: 'A refund or a dispute. `amount` is in minor units.' })
export type RefundView = z.output<typeof refundView>

const requestView = z.object({
  id: z.string(),
  donationId: z.string(),
  intentId: z.string(),
  campaign: z.string(),
  name: z.string(),
  gift: minor,
  currency,
  reason: z.string(),
  state: z.enum(['open', 'granted', 'declined']),
  note: z.string(),
  createdAt: z.string(),
  decidedAt: z.string().nullable(),
})
z.globalRegistry.add(requestView, {
  id: 'RefundRequest',
  description: 'A donor’s request for a refund. Amounts are in minor units.',
})

const leftView = z.object({
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

const giftRefuses = ['not-found', 'refund-nothing-left', 'refund-disputed', 'refund-elsewhere', 'refund-too-early']

export const refundsContract = {
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
  'POST /v4/staff/gifts/:intentId/refunds': endpoint({
    access: 'staff',
    roles: ['finance'],
    summary: 'Refund a payment',
    description:
      'Refunds everything that is left of a payment, or parts of its donations, in minor units; a large refund waits for a second person. Requires the finance role, and refunds once for each Idempotency-Key.',
    input: z.object({
      intentId: z.string().max(64),
      /** All that is left: gifts, tips and covered fees. */
      everything: z.boolean().default(false),
      /** Else these parts; minor units. */
      lines: z
        .array(
          z.object({
            donationId: z.uuid(),
            gift: minor.min(0).default(0),
            tip: minor.min(0).default(0),
            coveredFee: minor.min(0).default(0),
          }),
        )
        .max(50)
        .default([]),
      /** What had gone back already, as the caller was shown it; another sum is refused. */
      alreadyReturned: minor.min(0).optional(),
      reason: z.enum(refundReasons).optional(),
      note: note.default(''),
    }),
    output: refundView,
    money: true,
    refuses: [
      ...giftRefuses,
      'refund-exceeds',
      'refund-in-steps',
      'refund-changed',
      'idempotency-key-missing',
      'idempotency-key-too-long',
      'idempotency-key-reused',
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
      'Approves or rejects a refund that waits for a second person. Requires the finance role and another person than the one who asked for it.',
    input: z.object({
      refundId: z.string().max(64),
      decision: z.enum(['approve', 'reject']).optional(),
      note: note.default(''),
    }),
    output: refundView,
    refuses: ['not-found', 'refund-decided', 'refund-own-review'],
  }),
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
  'GET /v4/staff/refund-requests': endpoint({
    access: 'staff',
    roles: ['finance', 'support'],
    summary: 'List refund requests',
    description:
      'Returns the refund requests of donors: open ones, longest waiting first, or decided ones; amounts are in minor units. Requires the finance or support role.',
    input: z.object({ state: z.enum(['open', 'granted', 'declined']).default('open') }),
    output: z.object({ requests: z.array(requestView) }),
  }),
  'POST /v4/staff/refund-requests/:requestId/decision': endpoint({
    access: 'staff',
    roles: ['finance'],
    summary: 'Decide a refund request',
    description:
      'Grants a refund request, which refunds everything that is left of the donation, or declines it with a reason for the donor. Requires the finance role.',
    input: z.object({
      requestId: z.string().max(64),
      decision: z.enum(['grant', 'decline']).optional(),
      note: note.default(''),
    }),
    output: z.object({ request: requestView, refund: refundView.nullable() }),
    refuses: ['refund-decided', 'refund-note-missing', ...giftRefuses],
  }),
  'GET /v4/duplicate-refunds': endpoint({
    access: 'anyone',
    summary: 'Get a duplicate donation by its link',
    description:
      'Returns the donation that the link of its receipt mail opens for 24 hours, and whether it was refunded. Requires the signed token of the link.',
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
    refuses: ['not-found', 'refund-disputed', 'refund-elsewhere', 'refund-too-early'],
  }),
  'GET /v4/account/gifts/:donationId/refunds': endpoint({
    access: 'signed-in',
    summary: 'List the refunds of a donation',
    description: 'Returns the refunds and the refund request of a donation of the signed-in account, in minor units.',
    input: z.object({ donationId: z.string().max(64) }),
    output: z.object({
      refunds: z.array(
        z.object({ id: z.string(), state: z.enum(['pending', 'succeeded']), amount: minor, currency, at: z.string() }),
      ),
      request: z
        .object({ state: z.enum(['open', 'granted', 'declined']), createdAt: z.string(), note: z.string() })
        .nullable(),
      mayAsk: z.boolean(),
    }),
    refuses: ['not-found'],
  }),
  'POST /v4/account/gifts/:donationId/refund-request': endpoint({
    access: 'signed-in',
    summary: 'Request a refund',
    description:
      'Requests a refund of a donation of the signed-in account; staff decide, and one request can be open for each donation.',
    input: z.object({ donationId: z.string().max(64), reason: z.string().trim().max(1000).default('') }),
    output: z.object({ id: z.string() }),
    refuses: ['not-found', 'refund-nothing-left', 'refund-request-open', 'refund-reason-missing'],
    perMinute: 20,
  }),
}
