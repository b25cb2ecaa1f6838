import { z } from 'zod'
import { zakatFeesChoices } from './rules/zakat-eligible.ts'
import { providerName } from '#modules/money/payments/contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { keyRefuses } from '#shared/idempotency-key.ts'
import { line, shapeOf } from './field-shapes.ts'
import { giftStatuses } from './rules/gift-status.ts'
import { isGivingYear } from './rules/giving-year.ts'

export { line, shapeOf }

const text = (max: number) => z.string().trim().max(max)
/**
 * Decimal major units as they are on `/api` (contract-2); how many decimals fit is the currency's to
 * say.
 */
export const majorAmount = z.union([z.string().max(24), z.number().finite()]).transform(String)
const currency = z.string().regex(/^[A-Z]{3}$/)

const browserInfo = z
  .object({
    language: z.string().max(64),
    colorDepth: z.number().int(),
    screenHeight: z.number().int(),
    screenWidth: z.number().int(),
    timeZoneOffset: z.number().int(),
    javaEnabled: z.boolean(),
    javaScriptEnabled: z.boolean(),
  })
  .partial()
z.globalRegistry.add(browserInfo, {
  id: 'BrowserInfo',
  description: 'What 3-D Secure asks about the browser of the payer.',
})

/** What every payment says of how it is paid and of its guest, for one gift or for a basket. */
export const paymentFields = {
  paymentMethod: z.enum(['card', 'applepay', 'googlepay', 'ach']).default('card'),
  tokens: z
    .array(
      z.object({
        type: text(32),
        token: z.string().max(255),
        digest: z.string().max(255).optional(),
        /** Name of the payment provider whose card fields made the token; left out, the one for new payments. */
        provider: providerName.optional(),
      }),
    )
    .max(4)
    .default([]),
  cardID: z.string().max(64).optional(),
  saveCard: z.boolean().default(false),
  browserInfo: browserInfo.optional(),
  providerSpecific: z
    .record(z.string().max(64), z.string().max(255))
    .refine((sent) => Object.keys(sent).length <= 20)
    .optional(),
  reCaptcha: z.string().max(2000).optional(),
  guest: z
    .object({
      id: z.uuid().optional(),
      token: z.string().max(300).optional(),
      email: text(254).optional(),
      name: line(120).optional(),
    })
    .optional(),
  /**
   * What the donor was shown, as the server hashed it; stale: 409 `quote-changed` and nothing is charged (payments-13).
   */
  quoteHash: z.string().max(128).optional(),
}

/** S2 §3 "Donation payload": every field, and those of contract-6. `feeAmount` is the tip. */
const donationPayload = z.object({
  ...paymentFields,
  campaignId: z.string().regex(/^\d{1,18}$/),
  amount: majorAmount,
  currency,
  feeAmount: majorAmount.default('0'),
  ...shapeOf('donation'),
  /** Of the donor; shown with the donation where `CustomName` is empty. */
  name: line(120).optional(),

  /**
   * The account that the form was filled in as: who is no longer signed in as it is asked to log in, and nothing is
   * charged.
   */
  userId: z.string().max(64).optional(),
  /** Another card after a decline: the same gift goes on. */
  intentId: z.uuid().optional(),
  /**
   * The payment that the donor was asked about (`duplicateOf` of 409 `duplicate-donation`) and means to repeat; it
   * confirms nothing else.
   */
  repeatOf: z.uuid().optional(),
})
export type DonationPayload = z.output<typeof donationPayload>

const minor = z.number().int()
export const quoteView = z.object({
  quoteHash: z.string(),
  currency,
  gift: minor,
  tip: minor,
  coveredFee: minor,
  total: minor,
  /** What of the donation counts as zakat. */
  zakatEligible: minor,
  /** Who bears its processing fee; null: it is no zakat, or its donor covers the fee. */
  zakatFees: z.enum(zakatFeesChoices).nullable(),
  feeScheduleVersion: z.string(),
})
z.globalRegistry.add(quoteView, { id: 'Quote', description: 'What a donation costs, in minor units of `currency`.' })
export type QuoteView = z.output<typeof quoteView>

/** What the donor's browser is told of a paid gift; the token opens the thank-you page and nothing else. */
const paidGift = z.object({
  id: z.string(),
  status: z.literal('succeeded'),
  intentId: z.string(),
  token: z.string(),
  guest: z.object({ id: z.string(), token: z.string(), type: z.literal('guest') }).optional(),
  amount: z.string(),
  currency,
  /** Whether any of it is zakat. */
  zakah: z.boolean(),
})
z.globalRegistry.add(paidGift, {
  id: 'PaidDonation',
  description: 'A paid donation. `amount` is in decimal major units.',
})
const challenge = z.object({
  /** Name of the payment provider that shows it. */
  provider: z.string(),
  url: z.string(),
  /** Continues this gift at the challenge call and at the status call. */
  token: z.string(),
  /** For a provider whose own script runs the challenge in the page. */
  clientSecret: z.string().optional(),
  expiresAt: z.string(),
  /** What the bank asks about; decimal major units. */
  amount: z.string(),
  currency,
})
z.globalRegistry.add(challenge, { id: 'Challenge', description: 'A 3-D Secure challenge of the payer’s bank.' })
const giftStanding = z.object({
  id: z.string(),
  status: z.enum(['open', 'requires-action', 'processing', 'unknown', 'succeeded', 'declined', 'expired']),
  challenge: challenge.optional(),
  paid: paidGift.optional(),
  /** Some or all of a paid gift went back to the donor since. */
  refunded: z.enum(['partly', 'wholly']).optional(),
})
z.globalRegistry.add(giftStanding, { id: 'DonationStatus', description: 'The status of a donation.' })
export const donateResult = z.union([
  paidGift,
  z.object({ id: z.string(), challenge }),
  /** `message`: what to tell the donor while the outcome is unknown, in their language. */
  z.object({
    id: z.string(),
    status: z.enum(['processing', 'unknown']),
    token: z.string(),
    message: z.string().optional(),
  }),
])
z.globalRegistry.add(donateResult, {
  id: 'DonationResult',
  description: 'A paid donation, a required 3-D Secure challenge, or a payment that is still being confirmed.',
})
export type DonateResult = z.output<typeof donateResult>

/** A donor's field by its label, in the caller's language; of a field that has its own place elsewhere, none. */
export const shownField = z.object({ label: z.string(), text: z.string() })
z.globalRegistry.add(shownField, {
  id: 'DonorField',
  description: 'What a donor said about a donation, with its label.',
})

/** A gift in its giver's own history; amounts in minor units. */
const historyGift = z.object({
  id: z.string(),
  reference: z.string(),
  status: z.enum(giftStatuses),
  campaign: z.object({ id: z.string(), slug: z.string(), name: z.string(), language: z.string() }),
  organization: z.object({ slug: z.string(), name: z.string(), nameAr: z.string().nullable() }),
  currency,
  gift: minor,
  total: minor,
  /** Of the gift, and of the total, what went back to the donor. */
  returnedGift: minor,
  returned: minor,
  isZakat: z.boolean(),
  /** The day in the charity's own time zone, as on the receipt. */
  givenOn: z.string(),
  at: z.string(),
})
z.globalRegistry.add(historyGift, {
  id: 'DonationHistoryItem',
  description: 'A donation in its donor’s history. Amounts are in minor units of `currency`.',
})
export type HistoryGift = z.output<typeof historyGift>

const historyFilters = z.object({
  /** `g2026` or `h1448`. */
  year: z.string().max(5).refine(isGivingYear).optional(),
  campaignId: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
  organization: z.string().min(1).max(200).optional(),
  zakat: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).optional(),
  status: z.enum(giftStatuses).optional(),
})
export type HistoryFilters = z.output<typeof historyFilters>
const yearSum = z.object({
  year: z.string(),
  sums: z.array(z.object({ currency, gift: minor, zakat: minor, count: z.number().int() })),
})
z.globalRegistry.add(yearSum, {
  id: 'YearTotal',
  description: 'What an account gave in one year, for each currency, in minor units.',
})

const thankedCampaign = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  organizationName: z.string(),
  organizationNameAr: z.string().nullable(),
})
z.globalRegistry.add(thankedCampaign, {
  id: 'ThankedCampaign',
  description: 'The campaign of a donation, as the thank-you page names it.',
})

/** What every payment may be refused with. */
export const paymentRefuses = [
  'quote-changed',
  'payment-declined',
  'payment-declined-3ds',
  'payment-not-made',
  'payment-too-large',
  'payment-unavailable',
  'challenge-expired',
  'level-sold-out',
  'attempt-in-progress',
  ...keyRefuses,
  'human-check-required',
  'too-many-attempts',
]

export const givingContract = {
  'POST /api/donate/donate/:campaignId': endpoint({
    access: 'anyone',
    summary: 'Donate once',
    description:
      'Charges a one-time donation; amounts are in decimal major units. Anyone may call it; it answers with the donation, a required 3-D Secure challenge, or 202 while the outcome is being confirmed, and charges once for each Idempotency-Key.',
    input: donationPayload,
    output: donateResult,
    money: true,
    takesSession: true,
    mayWait: true,
    refuses: [
      'campaign-not-found',
      'campaign-closed',
      'charity-not-verified',
      'session-ended',
      ...paymentRefuses,
      'gift-not-open',
      'duplicate-donation',
    ],
  }),
  'POST /api/donate/challenge': endpoint({
    access: 'anyone',
    summary: 'Finish a 3-D Secure challenge',
    description:
      'Asks the bank for the outcome of a 3-D Secure challenge and finishes the donation; it can be repeated safely. Requires the token of the challenge.',
    input: z.object({
      id: z.uuid(),
      challenge: z.union([z.string().max(400), z.object({ token: z.string().max(400) })]),
    }),
    output: donateResult,
    money: true,
    mayWait: true,
    refuses: ['payment-declined', 'payment-declined-3ds', 'payment-not-made', 'challenge-expired', 'not-found'],
  }),
  'POST /v3/api/donate/applePaySession': endpoint({
    access: 'anyone',
    summary: 'Open an Apple Pay session',
    description: 'Opens an Apple Pay merchant session with a gateway of Apple. Anyone may call it.',
    input: z.object({ url: z.string().max(300) }),
    output: z.record(z.string(), z.unknown()),
    refuses: ['apple-pay-unavailable', 'invalid-input'],
  }),
  'POST /v4/quotes': endpoint({
    access: 'anyone',
    summary: 'Quote a donation',
    description:
      'Returns what a donation would cost, in minor units, with the `quoteHash` that the donate call takes. Anyone may call it.',
    input: z.object({
      campaignId: z.string().regex(/^\d{1,18}$/),
      amount: minor,
      currency,
      tip: minor.default(0),
      zakat: z.boolean().default(false),
      maximizeZakat: z.boolean().default(false),
      giftAid: z.boolean().default(false),
      taxReceipt: z.boolean().default(false),
      levelId: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional(),
      quantity: z.number().int().default(1),
      paymentMethod: z.enum(['card', 'applepay', 'googlepay', 'ach']).default('card'),
    }),
    output: quoteView,
    refuses: ['campaign-not-found', 'campaign-closed', 'charity-not-verified', 'level-sold-out'],
  }),
  'GET /v4/gifts/:intentId': endpoint({
    access: 'anyone',
    summary: 'Get the status of a donation',
    description:
      'Returns the status of a donation, for the page that waits for the bank. Requires the token of the donation.',
    input: z.object({ intentId: z.uuid(), token: z.string().max(400) }),
    output: giftStanding,
    refuses: ['not-found'],
  }),
  'GET /v4/returns/:intentId': endpoint({
    access: 'anyone',
    summary: 'Get the status after a redirect',
    description:
      'Returns the status and total of a donation in minor units, for a browser that the bank redirected back without a token. Anyone who knows the unguessable id may call it; it says nothing about the donor.',
    input: z.object({ intentId: z.uuid() }),
    output: z.object({
      status: z.enum(['succeeded', 'confirming', 'not-paid']),
      total: minor,
      currency,
      /** Null: of a basket. */
      campaignSlug: z.string().nullable(),
    }),
    refuses: ['not-found'],
  }),
  'POST /v4/gifts/:intentId/stop': endpoint({
    access: 'anyone',
    summary: 'Cancel a 3-D Secure challenge',
    description:
      'Cancels the 3-D Secure challenge at the bank, so that a late answer charges nothing, and returns the status of the donation. Requires the token of the donation.',
    input: z.object({ intentId: z.uuid(), token: z.string().max(400) }),
    output: giftStanding,
    refuses: ['not-found'],
  }),
  'GET /v4/presses/:key': endpoint({
    access: 'anyone',
    summary: 'Find a payment attempt by key',
    description:
      'Returns the donation that a request with this Idempotency-Key started, if its response never arrived. Requires the same visit or account.',
    input: z.object({ key: z.string().min(1).max(255) }),
    output: z.object({ intentId: z.string(), token: z.string() }),
    takesSession: true,
    refuses: ['not-found'],
  }),
  'POST /v4/thank-yous/:intentId/account': endpoint({
    access: 'anyone',
    summary: 'Create an account after a donation',
    description:
      'Creates an account for the guest who donated, with the donation in its history. Requires the token of the donation.',
    input: z.object({ intentId: z.uuid(), token: z.string().max(400), password: z.string().max(300) }),
    output: z.object({ userId: z.string(), firstName: z.string(), lastName: z.string() }),
    refuses: ['not-found', 'gift-has-an-owner', 'attempt-in-progress', 'payment-not-made', 'rate-limited'],
  }),
  'GET /v4/thank-yous/:intentId': endpoint({
    access: 'anyone',
    summary: 'Get the thank-you page',
    description:
      'Returns what the thank-you page shows of a donation; amounts are in minor units. Requires the token of the donation.',
    input: z.object({
      intentId: z.uuid(),
      token: z.string().max(400),
      /** IANA; without a known one UTC. */ timeZone: z.string().max(60).optional(),
    }),
    output: z.object({
      donationId: z.string(),
      reference: z.string(),
      /** Of the first gift; the amounts are of all together. */
      campaign: thankedCampaign,
      gifts: z.array(
        z.object({
          donationId: z.string(),
          campaign: thankedCampaign,
          gift: minor,
          tip: minor,
          coveredFee: minor,
          isZakat: z.boolean(),
          giftAid: z.boolean(),
        }),
      ),
      currency,
      gift: minor,
      tip: minor,
      coveredFee: minor,
      total: minor,
      /** Of the total, what went back to the donor since. */
      returned: minor,
      isZakat: z.boolean(),
      giftAid: z.boolean(),
      isAnonymous: z.boolean(),
      givenAt: z.string(),
      /**
       * The day it was in the time zone that was asked for, and the same day in the Hijri calendar, in the caller's
       * language.
       */
      givenOn: z.string(),
      givenOnHijri: z.string(),
      email: z.string().nullable(),
      mayComment: z.boolean(),
      /** Given without an account, and nobody's yet: the guest may choose a password and keep it. */
      mayBecomeMember: z.boolean(),
      userId: z.string().nullable(),
      displayName: z.string(),
      raisedBefore: minor,
      goal: minor.nullable(),
    }),
    refuses: ['not-found'],
  }),
  'GET /v4/campaigns/:campaignId/donors': endpoint({
    access: 'anyone',
    summary: 'List donors',
    description:
      'Returns the donors of a campaign, newest or largest donations first, in minor units; anonymous donors have no name and no place. Anyone may call it.',
    input: z.object({
      campaignId: z.string().regex(/^\d{1,18}$/),
      order: z.enum(['newest', 'top']).default('newest'),
      limit: z.coerce.number().int().min(1).max(50).default(10),
      before: z.string().max(80).optional(),
    }),
    output: z.object({
      donors: z.array(
        z.object({
          name: z.string().nullable(),
          place: z.string().nullable(),
          gift: minor,
          currency,
          isZakat: z.boolean(),
          givenAt: z.string(),
          fields: shownField.array(),
        }),
      ),
      next: z.string().nullable(),
    }),
    refuses: ['campaign-not-found'],
  }),
  'POST /api/projectapi/donors': endpoint({
    access: 'anyone',
    summary: 'List donors (`/api`)',
    description:
      'Returns ten donors of a campaign, newest or largest donations first, in decimal major units; `lastId` gets the next page. Anyone may call it.',
    input: z.object({
      id: z.union([z.string().regex(/^\d{1,18}$/), z.number().int().min(1)]).transform(String),
      lastId: z.string().max(80).nullish(),
      order: z.enum(['newest', 'top']).default('newest'),
    }),
    output: z.object({
      donors: z.array(
        z.object({
          name: z.string().nullable(),
          location: z.string().nullable(),
          amount: z.string(),
          currency,
          zakah: z.boolean(),
          createdAt: z.string(),
        }),
      ),
      lastId: z.string().nullable(),
    }),
    refuses: ['campaign-not-found'],
  }),
  'GET /v4/account/gifts': endpoint({
    access: 'signed-in',
    summary: 'List own donations',
    description:
      'Returns the donations of the signed-in account, newest first, in minor units; `before` gets the next page.',
    input: historyFilters.extend({
      limit: z.coerce.number().int().min(1).max(50).default(20),
      before: z.string().max(80).optional(),
    }),
    output: z.object({ gifts: z.array(historyGift), next: z.string().nullable() }),
  }),
  'GET /v4/account/gifts/:donationId': endpoint({
    access: 'signed-in',
    summary: 'Get an own donation',
    description: 'Returns a donation of the signed-in account with its tip and fees, in minor units.',
    input: z.object({ donationId: z.string().max(64) }),
    output: historyGift.extend({
      tip: minor,
      coveredFee: minor,
      processingFee: minor.nullable(),
      zakatEligible: minor.nullable(),
      giftAid: z.boolean(),
      taxReceipt: z.boolean(),
      isAnonymous: z.boolean(),
      quantity: z.number().int(),
      fields: shownField.array(),
      paymentMethod: z.string(),
      card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
    }),
    refuses: ['not-found'],
  }),
  'GET /v4/account/giving': endpoint({
    access: 'signed-in',
    summary: 'Get the giving summary',
    description:
      'Returns what the signed-in account gave this year in the Gregorian and the Hijri calendar by currency, in minor units, its latest donations, and those that need attention.',
    input: z.object({}),
    output: z.object({
      today: z.string(),
      gregorian: yearSum,
      hijri: yearSum,
      giftCount: z.number().int(),
      latest: z.array(historyGift),
      attention: z.array(historyGift),
      years: z.object({ gregorian: z.array(z.string()), hijri: z.array(z.string()) }),
      causes: z.array(
        z.object({
          campaignId: z.string(),
          name: z.string(),
          language: z.string(),
          organization: z.string(),
          organizationAr: z.string().nullable(),
          organizationSlug: z.string(),
        }),
      ),
    }),
  }),
  'POST /api/user/donationInfo': endpoint({
    access: 'signed-in',
    summary: 'Get an own donation (`/api`)',
    description: 'Returns a donation of the signed-in account, in decimal major units.',
    input: z.object({ id: z.string().max(64).default('') }),
    output: z.object({
      id: z.string(),
      status: z.enum(giftStatuses),
      projectID: z.string(),
      projectName: z.string(),
      projectSlug: z.string(),
      organizationName: z.string(),
      amount: z.string(),
      feeAmount: z.string(),
      coveredFee: z.string(),
      total: z.string(),
      /** Of the total, what went back to the donor. */
      refunded: z.string(),
      zakatEligible: z.string().nullable(),
      currency,
      zakah: z.boolean(),
      giftAid: z.boolean(),
      anonymous: z.boolean(),
      rewardCount: z.number().int(),
      paymentMethod: z.string(),
      createdAt: z.string(),
    }),
    refuses: ['not-found'],
  }),
}
