import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

const text = (max: number) => z.string().trim().max(max)
/** Decimal major units as they are on `/api` (decisions.md, API contract); how many decimals fit is the currency's to say. */
const majorAmount = z.union([z.string().max(24), z.number().finite()]).transform(String)
const currency = z.string().regex(/^[A-Z]{3}$/)

/** S1 §3 "Address", in its spelling; the tax form splits the name (S1 §5). */
export const wireAddress = z.object({
  ID: z.string().max(64).optional(),
  addressLabel: text(60).optional(),
  FirstName: text(60).optional(),
  LastName: text(60).optional(),
  Name: text(120).optional(),
  Address: text(200).optional(),
  Address2: text(200).optional(),
  City: text(100).optional(),
  State: text(100).optional(),
  Zip: text(20).optional(),
  Country: z.string().max(2).optional(),
  Phone: text(32).optional(),
})
export type WireAddress = z.output<typeof wireAddress>

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

/** S2 §3 "Donation payload": every field, with decisions.md 5 and 39 added. `feeAmount` is the tip. */
const donationPayload = z.object({
  campaignId: z.string().regex(/^\d{1,18}$/),
  amount: majorAmount,
  currency,
  feeAmount: majorAmount.default('0'),
  paymentMethod: z.enum(['card', 'applepay', 'googlepay', 'ach']).default('card'),
  tokens: z
    .array(z.object({ type: text(32), token: z.string().max(255), digest: z.string().max(255).optional() }))
    .max(4)
    .default([]),
  cardID: z.string().max(64).optional(),
  saveCard: z.boolean().default(false),
  browserInfo: browserInfo.optional(),
  providerSpecific: z.record(z.string().max(64), z.string().max(255)).optional(),
  reCaptcha: z.string().max(2000).optional(),

  zakah: z.boolean().default(false),
  maximizeZakat: z.boolean().default(false),
  giftAid: z.boolean().default(false),
  taxReceipt: z.boolean().default(false),
  taxAddress: wireAddress.optional(),
  billingAddress: wireAddress.optional(),
  shareAddress: z.boolean().default(false),

  anonymous: z.boolean().default(false),
  CustomName: text(80).optional(),
  name: text(120).optional(),
  location: text(80).optional(),
  guest: z.object({ id: z.uuid().optional(), token: z.string().max(300).optional(), email: text(254).optional(), name: text(120).optional() }).optional(),
  receiveUpdates: z.boolean().default(false),
  profileReceiveUpdates: z.boolean().default(false),
  referredDonor: z.string().max(64).optional(),
  src: z.string().max(64).optional(),

  rewardID: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
  rewardCount: z.number().int().default(1),
  rewardEmail: text(254).optional(),
  note: text(1000).optional(),
  shippingAddress: wireAddress.optional(),
  emergencyContact: z.object({ name: text(120), phone: text(32), relationship: text(60).optional() }).optional(),
  medicalInformation: text(2000).optional(),

  /** What the donor was shown, hashed by our quote call; stale: 409 `quote-changed` and nothing is charged (trust.md R22c). */
  quoteHash: z.string().max(128).optional(),
  /** Another card after a decline: the same gift goes on. */
  intentId: z.uuid().optional(),
  /** The donor confirmed that giving the same gift again within minutes is meant. */
  giveAgain: z.boolean().default(false),
})
export type DonationPayload = z.output<typeof donationPayload>

const minor = z.number().int()
const quoteView = z.object({
  quoteHash: z.string(),
  currency,
  gift: minor,
  tip: minor,
  coveredFee: minor,
  total: minor,
  zakatEligible: minor,
  feeScheduleVersion: z.string(),
})
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
})
const challenge = z.object({
  url: z.string(),
  /** Continues this gift at the challenge call and at the status call. */
  token: z.string(),
  /** For a provider whose own script runs the challenge in the page. */
  clientSecret: z.string().optional(),
  expiresAt: z.string(),
})
const donateResult = z.union([
  paidGift,
  z.object({ id: z.string(), challenge }),
  z.object({ id: z.string(), status: z.enum(['processing', 'unknown']), token: z.string() }),
])
export type DonateResult = z.output<typeof donateResult>

export const givingContract = {
  'POST /api/donate/donate/:campaignId': endpoint({
    access: 'anyone',
    summary: 'Gives once to a campaign. Answers the gift, a required 3-D Secure challenge, or that the outcome is still being confirmed (202).',
    input: donationPayload,
    output: donateResult,
    money: true,
    refuses: [
      'campaign-not-found',
      'campaign-closed',
      'quote-changed',
      'payment-declined',
      'level-sold-out',
      'attempt-in-progress',
      'idempotency-key-reused',
      'human-check-required',
      'too-many-attempts',
      'same-gift-again',
    ],
  }),
  'POST /api/donate/challenge': endpoint({
    access: 'anyone',
    summary: 'After the 3-D Secure challenge: asks the bank for its outcome and finishes the gift. May be called again at will.',
    input: z.object({ id: z.uuid(), challenge: z.union([z.string().max(400), z.object({ token: z.string().max(400) })]) }),
    output: donateResult,
    money: true,
    refuses: ['payment-declined-3ds', 'challenge-expired', 'not-found'],
  }),
  'POST /v3/api/donate/applePaySession': endpoint({
    access: 'anyone',
    summary: 'Opens an Apple Pay merchant session with one of Apple’s own gateways.',
    input: z.object({ url: z.string().max(300) }),
    output: z.record(z.string(), z.unknown()),
    refuses: ['apple-pay-unavailable', 'invalid-input'],
  }),
  'POST /v4/quotes': endpoint({
    access: 'anyone',
    summary: 'What a gift would cost, to the minor unit, with the hash that the donate call takes.',
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
    refuses: ['campaign-not-found', 'campaign-closed'],
  }),
  'GET /v4/gifts/:intentId': endpoint({
    access: 'anyone',
    summary: 'Where a gift stands: for the page that waits for the bank, also after a reload.',
    input: z.object({ intentId: z.uuid(), token: z.string().max(400) }),
    output: z.object({
      id: z.string(),
      status: z.enum(['open', 'requires-action', 'processing', 'unknown', 'succeeded', 'declined', 'expired']),
      challenge: challenge.optional(),
      paid: paidGift.optional(),
    }),
    refuses: ['not-found'],
  }),
  'GET /v4/presses/:key': endpoint({
    access: 'anyone',
    summary: 'What came of a press of the button whose answer never arrived: for the same visit, by its Idempotency-Key.',
    input: z.object({ key: z.string().min(1).max(255) }),
    output: z.object({ intentId: z.string(), token: z.string() }),
    refuses: ['not-found'],
  }),
  'GET /v4/thank-yous/:intentId': endpoint({
    access: 'anyone',
    summary: 'What the thank-you page shows of one gift, to the holder of its token.',
    input: z.object({ intentId: z.uuid(), token: z.string().max(400) }),
    output: z.object({
      donationId: z.string(),
      reference: z.string(),
      campaign: z.object({ id: z.string(), slug: z.string(), name: z.string(), organizationName: z.string() }),
      currency,
      gift: minor,
      tip: minor,
      coveredFee: minor,
      total: minor,
      isZakat: z.boolean(),
      giftAid: z.boolean(),
      isAnonymous: z.boolean(),
      givenAt: z.string(),
      email: z.string().nullable(),
      mayComment: z.boolean(),
      userId: z.string().nullable(),
      displayName: z.string(),
      raisedBefore: minor,
      goal: minor.nullable(),
    }),
    refuses: ['not-found'],
  }),
  'GET /v4/campaigns/:campaignId/donors': endpoint({
    access: 'anyone',
    summary: 'Who gave, newest first. Anonymous donors have neither name nor place.',
    input: z.object({
      campaignId: z.string().regex(/^\d{1,18}$/),
      limit: z.coerce.number().int().min(1).max(50).default(10),
      before: z.string().max(80).optional(),
    }),
    output: z.object({
      donors: z.array(
        z.object({ name: z.string().nullable(), place: z.string().nullable(), gift: minor, currency, isZakat: z.boolean(), givenAt: z.string() }),
      ),
      next: z.string().nullable(),
    }),
  }),
}
