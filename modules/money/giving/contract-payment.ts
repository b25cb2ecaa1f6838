import { zakatFeesChoices } from './rules/zakat-eligible.ts'
import { z } from 'zod'
import { instant } from '#shared/wire/codecs.ts'
import { uuid } from '#shared/id-schemas.ts'
import { providerName } from '#modules/money/payments/contract.ts'
import { idempotencyKeyRefusals } from '#shared/idempotency-key.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'
import { lineText } from './contract-fields.ts'

const text = (max: number) => z.string().trim().max(max)

/** Decimal major units as on `/api` (contract-2); the currency decides how many decimals are valid. */
export const majorAmount = z.union([z.string().max(24), z.number().finite()]).transform(String)

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
  description: 'The browser data that 3-D Secure requires.',
})

/** The payment method and guest fields of donations and baskets. */
export const paymentFields = {
  paymentMethod: z.enum(['card', 'applepay', 'googlepay', 'ach']).default('card'),
  tokens: z
    .array(
      z.object({
        type: text(32),
        token: z.string().max(255),
        digest: z.string().max(255).optional(),
        /**
         * Name of the payment provider whose card fields created the token; the default is the one for new payments.
         */
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
      id: uuid.optional(),
      token: z.string().max(300).optional(),
      email: text(254).optional(),
      name: lineText(120).optional(),
    })
    .optional(),
  /** Hash of the quote the donor was shown; if outdated: 409 `quote-changed` and nothing is charged (payments-13). */
  quoteHash: z.string().max(128).optional(),
}

export const paymentAmount = z.number().int()

export const quoteView = z.object({
  quoteHash: z.string(),
  currency,
  gift: paymentAmount,
  tip: paymentAmount,
  coveredFee: paymentAmount,
  total: paymentAmount,
  /** The part of the donation that counts as zakat. */
  zakatEligible: paymentAmount,
  /** Who pays the processing fee of zakat; null if it isn't zakat or the donor covers the fee. */
  zakatFees: z.enum(zakatFeesChoices).nullable(),
  feeScheduleVersion: z.string(),
})
z.globalRegistry.add(quoteView, { id: 'Quote', description: 'The price of a donation, in minor units of `currency`.' })

export type QuoteView = z.output<typeof quoteView>

/** A paid donation as the donor's browser receives it; the token gives access to its thank-you page only. */
const paidDonation = z.object({
  id: z.string(),
  status: z.literal('succeeded'),
  intentId: z.string(),
  token: z.string(),
  guest: z.object({ id: z.string(), token: z.string(), type: z.literal('guest') }).optional(),
  amount: z.string(),
  currency,
  /** Whether any part of it is zakat. */
  zakah: z.boolean(),
  /** The plan that started with this donation. */
  subscriptionId: z.string().optional(),
})
z.globalRegistry.add(paidDonation, {
  id: 'PaidDonation',
  description: 'A paid donation. `amount` is in decimal major units.',
})

const challenge = z.object({
  /** Name of the payment provider of the challenge. */
  provider: z.string(),
  /** The bank's page for a frame or a new window; empty if only the provider's script can run the challenge. */
  url: z.string(),
  /** Authorizes the challenge call and the status call for this donation. */
  token: z.string(),
  /** For a provider whose own script runs the challenge in the page. */
  clientSecret: z.string().optional(),
  expiresAt: instant,
  /** The amount of the challenge, in decimal major units. */
  amount: z.string(),
  currency,
})
z.globalRegistry.add(challenge, { id: 'Challenge', description: 'A 3-D Secure challenge of the payer’s bank.' })

/** A bank debit that takes days to succeed or fail; `amount` in decimal major units. */
const pendingDebit = z.object({
  amount: z.string(),
  currency,
  campaignSlug: z.string(),
  campaignName: z.string(),
  /** Where the copy of the mandate and the receipt are mailed. */
  email: z.string().nullable(),
})
z.globalRegistry.add(pendingDebit, {
  id: 'PendingDebit',
  description: 'A bank debit that hasn’t succeeded or failed yet.',
})

export const donationStanding = z.object({
  id: z.string(),
  status: z.enum(['open', 'requires-action', 'processing', 'unknown', 'succeeded', 'declined', 'expired']),
  challenge: challenge.optional(),
  pending: pendingDebit.optional(),
  paid: paidDonation.optional(),
  /** Whether the donation was refunded since, partly or fully. */
  refunded: z.enum(['partly', 'wholly']).optional(),
})
z.globalRegistry.add(donationStanding, { id: 'DonationStatus', description: 'The status of a donation.' })

export const donateResult = z.union([
  paidDonation,
  z.object({ id: z.string(), challenge }),
  /** `message`: the text for the donor while the outcome is unknown, in their language. */
  z.object({
    id: z.string(),
    status: z.enum(['processing', 'unknown']),
    token: z.string(),
    pending: pendingDebit.optional(),
    message: z.string().optional(),
  }),
])
z.globalRegistry.add(donateResult, {
  id: 'DonationResult',
  description: 'A paid donation, a required 3-D Secure challenge, or a payment that is still being confirmed.',
})

export type DonateResult = z.output<typeof donateResult>

/** The refusals that every payment may have. */
export const paymentRefuses = [
  'quote-changed',
  'payment-declined',
  'payment-declined-3ds',
  'payment-not-made',
  'payment-too-large',
  'payment-too-small',
  'payment-refused',
  'payment-unavailable',
  'challenge-expired',
  'level-sold-out',
  'qurbani-closed',
  'qurbani-upcoming',
  'attempt-in-progress',
  ...idempotencyKeyRefusals,
  'human-check-required',
  'too-many-attempts',
]
