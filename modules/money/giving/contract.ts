import { z } from 'zod'
import { minorUnits } from '#shared/wire/codecs.ts'
import { numericId, uuid } from '#shared/id-schemas.ts'
import { currency, currencyCode } from '#modules/platform/currencies/contract-currency.ts'
import { endpoint } from '#shared/endpoint.ts'
import { lineText, shapeOf } from './contract-fields.ts'
import { planFrequencies } from './rules/plan-frequency.ts'
import {
  majorAmount,
  paymentFields,
  paymentAmount,
  quoteView,
  donationStanding,
  donateResult,
  paymentRefuses,
} from './contract-payment.ts'
import { bankDebitContract } from './bank-debits/contract.ts'
import { thankYouContract } from './contract-thank-you.ts'
import { donorsContract } from './contract-donors.ts'
import { historyContract } from './contract-history.ts'

/** S2 §3 "Donation payload": every field, and those of contract-6. `feeAmount` is the tip. */
const donationPayload = z.object({
  ...paymentFields,
  campaignId: numericId,
  amount: majorAmount,
  currency: currencyCode,
  feeAmount: majorAmount.default('0'),
  ...shapeOf('donation'),
  /** The donor's name; the public name if `CustomName` is empty. */
  name: lineText(120).optional(),

  /**
   * The account that was signed in when the form was filled in. If it no longer is, nothing is charged and the donor
   * must log in.
   */
  userId: z.string().max(64).optional(),
  /** Frequency; a plan starts once its first donation is paid. The default is `onetime`. */
  frequency: z
    .enum(['onetime', ...planFrequencies])
    .optional()
    .transform((request) => (request === 'onetime' ? undefined : request)),
  /** The fundraiser's plan with that frequency; the default is the offered one. */
  givingPlanId: z.string().max(40).optional(),
  /** IANA time zone of the donor for the dates of a plan; the default is UTC. */
  timeZone: z.string().trim().max(60).optional(),
  /** Required if the plan asks for one. */
  phoneNumber: z.string().trim().max(40).optional(),
  /**
   * Words of support, published once a bank debit is paid (payments-26); other payments post theirs with `POST
   * /v4/donations/comment`.
   */
  words: z.string().trim().max(2000).optional(),
  /** The declined donation that is retried with another card. */
  intentId: uuid.optional(),
  /**
   * The earlier payment or plan that the donor confirmed repeating: `duplicateOf` of a 409 `duplicate-donation` or
   * `duplicate-plan`.
   */
  repeatOf: uuid.optional(),
})

export type DonationPayload = z.output<typeof donationPayload>

export const givingContract = {
  'POST /api/donate/donate/:campaignId': endpoint({
    access: 'anyone',
    summary: 'Donate',
    description:
      'Charges a one-time donation, or the first donation of a weekly, monthly or yearly plan (`frequency`), which starts once it is paid. Amounts are in decimal major units. Returns the donation, a required 3-D Secure challenge, or 202 while the outcome is being confirmed. Charges once for each Idempotency-Key. Anyone may call it.',
    input: donationPayload,
    output: donateResult,
    money: true,
    takesSession: true,
    canWait: true,
    refuses: [
      'campaign-not-found',
      'campaign-closed',
      'charity-not-verified',
      'session-ended',
      ...paymentRefuses,
      'donation-not-open',
      'duplicate-donation',
      'duplicate-plan',
      'too-many-pending-debits',
      'bank-account-unverified',
    ],
  }),
  'POST /api/donate/challenge': endpoint({
    access: 'anyone',
    summary: 'Finish a 3-D Secure challenge',
    description:
      'Gets the result of a 3-D Secure challenge and completes the donation; it can be repeated safely. Requires the token of the challenge.',
    input: z.object({
      id: uuid,
      challenge: z.union([z.string().max(400), z.object({ token: z.string().max(400) })]),
    }),
    output: donateResult,
    money: true,
    canWait: true,
    refuses: [
      'payment-declined',
      'payment-declined-3ds',
      'payment-not-made',
      'payment-refused',
      'challenge-expired',
      'not-found',
    ],
  }),
  'POST /v3/api/donate/applePaySession': endpoint({
    access: 'anyone',
    summary: 'Open an Apple Pay session',
    description: 'Opens an Apple Pay merchant session at the given Apple gateway. Anyone may call it.',
    input: z.object({ url: z.string().max(300) }),
    output: z.record(z.string(), z.unknown()),
    refuses: ['apple-pay-unavailable', 'invalid-input'],
  }),
  'POST /v4/quotes': endpoint({
    access: 'anyone',
    summary: 'Quote a donation',
    description:
      'Returns the price of a donation, in minor units, and the `quoteHash` for the donate call. Anyone may call it.',
    input: z.object({
      campaignId: numericId,
      amount: paymentAmount,
      currency,
      tip: paymentAmount.default(0),
      zakat: z.boolean().default(false),
      maximizeZakat: z.boolean().default(false),
      giftAid: z.boolean().default(false),
      taxReceipt: z.boolean().default(false),
      levelId: numericId.optional(),
      quantity: z.number().int().default(1),
      paymentMethod: z.enum(['card', 'applepay', 'googlepay', 'ach']).default('card'),
    }),
    output: quoteView,
    refuses: ['campaign-not-found', 'campaign-closed', 'charity-not-verified', 'level-sold-out'],
  }),
  'GET /v4/donations/:intentId': endpoint({
    access: 'anyone',
    summary: 'Get the status of a donation',
    description:
      'Returns the status of a donation while its payment is being confirmed. Requires the token of the donation.',
    input: z.object({ intentId: uuid, token: z.string().max(400) }),
    output: donationStanding,
    refuses: ['not-found'],
  }),
  'GET /v4/returns/:intentId': endpoint({
    access: 'anyone',
    summary: 'Get the status after a redirect',
    description:
      'Returns the status and total of a donation, in minor units, to a browser that the bank redirected back without a token. It contains no donor data. Anyone who knows the unguessable id may call it.',
    input: z.object({ intentId: uuid }),
    output: z.object({
      status: z.enum(['succeeded', 'confirming', 'not-paid']),
      total: minorUnits,
      currency,
      /** Null for a basket. */
      campaignSlug: z.string().nullable(),
    }),
    refuses: ['not-found'],
  }),
  'POST /v4/donations/:intentId/stop': endpoint({
    access: 'anyone',
    summary: 'Cancel a 3-D Secure challenge',
    description:
      'Cancels the 3-D Secure challenge, so that completing it later charges nothing, and returns the status of the donation. Requires the token of the donation.',
    input: z.object({ intentId: uuid, token: z.string().max(400) }),
    output: donationStanding,
    refuses: ['not-found'],
  }),
  'GET /v4/payment-attempts/by-key/:key': endpoint({
    access: 'anyone',
    summary: 'Find a payment attempt by key',
    description:
      'Returns the donation that a request with this Idempotency-Key started, in case its response was lost. Requires the same visit or account.',
    input: z.object({ key: z.string().min(1).max(255) }),
    output: z.object({ intentId: z.string(), token: z.string() }),
    takesSession: true,
    refuses: ['not-found'],
  }),
  ...bankDebitContract,
  ...thankYouContract,
  ...donorsContract,
  ...historyContract,
}
