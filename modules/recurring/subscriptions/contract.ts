import { z } from 'zod'
import { uuid } from '#shared/id-schemas.ts'
import { lineText, shapeOf } from '#modules/money/giving/contract-fields.ts'
import { endpoint } from '#shared/endpoint.ts'
import { currencyCode } from '#modules/platform/currencies/contract-currency.ts'
import { calendarGroups } from '#modules/platform/addresses/rules/calendar-group.ts'
import { frequencies } from '#modules/recurring/plans/rules/plan.ts'
import { providerName } from '#modules/money/payments/contract.ts'
import { wallets } from '#modules/money/payments/rules/wallets.ts'
import { causesInput } from './contract-managing.ts'
import { day, planAmount, preview, subscription, subscriptionWithDonations } from './contract-views.ts'

const text = (max: number) => z.string().trim().max(max)

/**
 * The donation fields that change the price. `rewardId` is a giving level of the plan's fundraiser; its amount replaces
 * the one sent.
 */
const { isZakat, maximizeZakat, giftAid, taxReceipt, rewardId } = shapeOf('subscription')
const pricedFields = { isZakat, maximizeZakat, giftAid, taxReceipt, rewardId }

/** Schedule and amounts: the whole input of a preview, and the first part of a subscription. */
const schema = z.object({
  givingPlanId: z.string().max(40),
  /**
   * Amount of each donation of a daily, weekly or monthly plan; the sum of all donations of a Ramadan or Dhul Hijjah
   * plan. Minor units.
   */
  donationAmount: planAmount,
  donationAmountCurrency: currencyCode,
  tipAmount: planAmount.default(0),
  tipAmountCurrency: currencyCode.optional(),
  ...pricedFields,
  /**
   * The plan ends when its donations reach this sum; the last donation is the exact remainder. Minor units, without
   * tips and covered fees. Weekly and monthly plans only.
   */
  total: planAmount.min(1).optional(),
  /** Last day of the plan. */
  unsubscribedAt: day.nullish(),
  /** The frequency, unless the plan fixes it as the platform's programmes do. */
  frequencyType: z.enum(frequencies).optional(),
  /** IANA time zone; UTC if missing. */
  timeZone: text(60).optional(),
  startsOn: day.optional(),
  /** Monday is 1. */
  weekday: z.number().int().min(1).max(7).optional(),
  anchorDay: z.number().int().min(1).max(31).optional(),
  hijriYear: z.number().int().min(1300).max(1599).optional(),
  /** Numbers of the nights of Ramadan or the days of Dhul Hijjah. */
  nights: z.array(z.number().int().min(1).max(30)).max(30).optional(),
  distribution: z.enum(['equal', 'odd-double', 'odd-double-27-triple', 'arafah-double']).default('equal'),
  /** The donor's amounts by number, instead of a distribution. */
  amounts: z.record(z.string().regex(/^\d{1,2}$/), planAmount).optional(),
  calendar: z.enum(calendarGroups).optional(),
  /**
   * If missing: the plan's own fundraiser, or for a programme, the platform's choice. Shares in basis points that add up
   * to 10,000.
   */
  causes: causesInput.optional(),
  /** Required if the plan asks for it; a preview also validates it. */
  phoneNumber: text(40).optional(),
})
export type PlanRequest = z.output<typeof schema>

/** S2 §3 "Subscription payload", with the fields that Sunbul's plans add. */
const subscribing = schema.extend({
  /** Required for an account. */
  cardId: z.string().max(64).optional(),
  /** Without an account: the donor's name and email address, and a token of a card or wallet instead of a saved card. */
  guest: z.object({ email: z.string().max(254), name: text(120) }).optional(),
  tokens: z
    .array(z.object({ type: z.enum(['card', ...wallets]), token: z.string().trim().min(1).max(255) }))
    .max(1)
    .optional(),
  /** The provider whose card fields created the token. */
  provider: providerName.optional(),
  /** Instead of `tokens`, after the card's 3-D Secure challenge. */
  setupId: z.string().max(64).optional(),
  /** The solved proof of work that `human-check-required` demands. */
  reCaptcha: z.string().max(2000).optional(),
  cardType: text(40).optional(),
  /** False: the plan is created paused. */
  enabled: z.boolean().default(true),
  ...shapeOf('subscription'),
  /** A referral code; ignored unless `Team` is set. */
  code: text(200).optional(),
  fromPage: text(200).optional(),
  CustomName: lineText(80).default(''),
  remindBefore: z.boolean().default(false),
  /**
   * Hash of the total that the donor saw (one donation, or the whole programme). If the total has changed, the call is
   * refused with `quote-changed`.
   */
  quoteHash: z.string().max(64).optional(),
  /** The plan that the donor confirmed starting again: `duplicateOf` of a 409 `duplicate-plan` (recurring-33). */
  repeatOf: uuid.optional(),
})
export type Subscribing = z.output<typeof subscribing>

const guestStart = z.union([
  z.object({
    status: z.literal('saved'),
    subscriptionId: z.string(),
    /** Token of the page with the next steps, valid for a day. */
    token: z.string(),
  }),
  z.object({
    status: z.literal('challenge'),
    setupId: z.string(),
    challenge: z.object({ provider: z.string(), url: z.string(), clientSecret: z.string().optional() }),
  }),
])
z.globalRegistry.add(guestStart, {
  id: 'GuestSubscription',
  description: 'A guest’s plan that awaits confirmation by mail, or the 3-D Secure challenge that is required first.',
})
export type GuestStart = z.output<typeof guestStart>

const refuses = [
  'plan-not-found',
  'campaign-not-found',
  'campaign-closed',
  'charity-not-verified',
  'quote-changed',
  'nothing-to-give',
  'level-sold-out',
] as const

export const subscriptionsContract = {
  'POST /v4/subscriptions/preview': endpoint({
    access: 'anyone',
    summary: 'Preview a subscription',
    description:
      'Returns the dates and amounts that a plan would charge, in minor units; saves nothing. Anyone may call it.',
    input: schema,
    output: preview,
    refuses: [...refuses],
  }),
  'POST /v4/subscriptions': endpoint({
    access: 'anyone',
    summary: 'Start a subscription',
    description:
      'Starts a recurring donation of the signed-in account with a saved card; amounts are in minor units. Nothing is charged before the first donation is due. Without an account, `guest`, `tokens` and a proof of work are required, and the plan starts once its mailed link is opened; after a 3-D Secure challenge, send `setupId` instead of `tokens`. A plan that repeats one of the last 15 minutes is a 409 `duplicate-plan` until `repeatOf` confirms it. Starts one plan for each Idempotency-Key; the same key with another body gets 422 with the `subscriptionId`.',
    takesKey: true,
    perMinute: 20,
    // Each request of a guest requires a new proof of work.
    isMeasuredByAccount: true,
    input: subscribing,
    output: z.union([subscription, guestStart]),
    refuses: [
      ...refuses,
      'duplicate-plan',
      'idempotency-key-missing',
      'idempotency-key-too-long',
      'idempotency-key-reused',
      'authentication',
      'human-check-required',
      'not-found',
      'too-many-attempts',
      'card-not-accepted',
      'card-not-confirmed',
      'card-setup-ended',
      'card-not-savable',
      'payment-refused',
      'payment-unavailable',
    ],
  }),
  'GET /v4/users/:userId/subscriptions': endpoint({
    access: 'signed-in',
    scope: 'own-plans:read',
    summary: 'List subscriptions',
    description: 'Returns the recurring donations of the signed-in account, newest first, in minor units.',
    input: z.object({ userId: uuid }),
    output: z.object({ subscriptions: z.array(subscription) }),
    refuses: ['not-found'],
  }),
  'GET /v4/subscriptions/:subscriptionId': endpoint({
    access: 'signed-in',
    scope: 'own-plans:read',
    summary: 'Get a subscription',
    description: 'Returns a recurring donation of the signed-in account with all its occurrences, in minor units.',
    input: z.object({ subscriptionId: uuid }),
    output: subscriptionWithDonations,
    refuses: ['not-found'],
  }),
}
