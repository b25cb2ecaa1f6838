import { z } from 'zod'
import { line, shapeOf } from '#modules/money/giving/contract-fields.ts'
import { endpoint } from '#shared/endpoint.ts'
import { currencyCode } from '#modules/platform/currencies/contract-currency.ts'
import { calendarGroups } from '#modules/platform/addresses/rules/calendar-group.ts'
import { frequencies } from '#modules/recurring/plans/rules/plan.ts'
import { causesAsked } from './contract-managing.ts'
import { day, minor, preview, subscription, subscriptionWithGifts } from './contract-views.ts'

const text = (max: number) => z.string().trim().max(max)

/**
 * What of the donor's fields moves the price. `rewardId`: a giving level of the plan's own fundraiser that requires
 * nothing more than an amount; the level's own replaces the one that was sent.
 */
const { isZakat, maximizeZakat, giftAid, taxReceipt, rewardId } = shapeOf('subscription')
const pricedFields = { isZakat, maximizeZakat, giftAid, taxReceipt, rewardId }

/** When and what is given: what a preview needs, and the first part of what a subscription is made of. */
const asked = z.object({
  givingPlanId: z.string().max(40),
  /** Each gift of a day, week or month; of a Ramadan or Dhul Hijjah all gifts together. Minor units. */
  donationAmount: minor,
  donationAmountCurrency: currencyCode,
  tipAmount: minor.default(0),
  tipAmountCurrency: currencyCode.optional(),
  ...pricedFields,
  /**
   * It ends when its gifts come to this sum, the last of which is the exact remainder; minor units, without tips and
   * covered fees. Only of a plan that gives each week or month.
   */
  total: minor.min(1).optional(),
  /** The end date: the last day it gives on. */
  unsubscribedAt: day.nullish(),
  /** How often, where the plan leaves it open (the platform's own programmes do not). */
  frequencyType: z.enum(frequencies).optional(),
  /** IANA; without it UTC. */
  timeZone: text(60).optional(),
  startsOn: day.optional(),
  /** Monday is 1. */
  weekday: z.number().int().min(1).max(7).optional(),
  anchorDay: z.number().int().min(1).max(31).optional(),
  hijriYear: z.number().int().min(1300).max(1599).optional(),
  /** Numbers of the nights of Ramadan or the days of Dhul Hijjah. */
  nights: z.array(z.number().int().min(1).max(30)).max(30).optional(),
  distribution: z.enum(['equal', 'odd-double', 'odd-double-27-triple', 'arafah-double']).default('equal'),
  /** Amounts of the donor's own by number, instead of a distribution. */
  amounts: z.record(z.string().regex(/^\d{1,2}$/), minor).optional(),
  calendar: z.enum(calendarGroups).optional(),
  /**
   * Without it the plan's own fundraiser, or, for a programme, whatever the platform chooses. Shares in
   * ten-thousandths, 10,000 together.
   */
  causes: causesAsked.optional(),
  /** Where the plan asks for one; a preview says what is wrong with it, too. */
  phoneNumber: text(40).optional(),
})
export type PlanAsked = z.output<typeof asked>

/** S2 §3 "Subscription payload", with what a plan of Sunbul needs beside it. */
const subscribing = asked.extend({
  cardId: z.string().max(64),
  cardType: text(40).optional(),
  /** False: it is kept, but rests until it is resumed. */
  enabled: z.boolean().default(true),
  ...shapeOf('subscription'),
  /** A referral code; one without `Team` is none. */
  code: text(200).optional(),
  fromPage: text(200).optional(),
  CustomName: line(80).default(''),
  tellBefore: z.boolean().default(false),
  /**
   * The total of one gift, or of all of a programme, as the page showed it: refused with `quote-changed` when it is
   * another by now.
   */
  quoteHash: z.string().max(64).optional(),
})
export type Subscribing = z.output<typeof subscribing>

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
    description: 'Returns when a plan would charge and how much, in minor units; nothing is saved. Anyone may call it.',
    input: asked,
    output: preview,
    refuses: [...refuses],
  }),
  'POST /v4/subscriptions': endpoint({
    access: 'signed-in',
    summary: 'Start a subscription',
    description:
      'Starts a recurring donation of the signed-in account with a saved card, in minor units; nothing is charged before the first donation is due. Starts one for each Idempotency-Key; another body with the same key is refused (422) with its `subscriptionId`.',
    takesKey: true,
    perMinute: 20,
    input: subscribing,
    output: subscription,
    refuses: [...refuses, 'idempotency-key-missing', 'idempotency-key-too-long', 'idempotency-key-reused'],
  }),
  'GET /v4/users/:userId/subscriptions': endpoint({
    access: 'signed-in',
    summary: 'List subscriptions',
    description: 'Returns the recurring donations of the signed-in account, newest first, in minor units.',
    input: z.object({ userId: z.string().max(40) }),
    output: z.object({ subscriptions: z.array(subscription) }),
    refuses: ['not-found'],
  }),
  'GET /v4/subscriptions/:subscriptionId': endpoint({
    access: 'signed-in',
    summary: 'Get a subscription',
    description: 'Returns a recurring donation of the signed-in account with all its occurrences, in minor units.',
    input: z.object({ subscriptionId: z.string().max(40) }),
    output: subscriptionWithGifts,
    refuses: ['not-found'],
  }),
}
