import { z } from 'zod'
import { line, shapeOf } from '#modules/money/giving/contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { calendarGroups } from '#modules/recurring/plans/rules/calendar-group.ts'
import { frequencies } from '#modules/recurring/plans/rules/plan.ts'
import { programmes } from '#modules/recurring/plans/rules/schedule.ts'
import { paymentStatuses, subscriptionStates } from '#modules/recurring/plans/rules/states.ts'
import { levelStates } from './rules/level-state.ts'
import { monthlyWishes } from './rules/mail-wishes.ts'
import { causesAsked, charged, chargeNow, managingCalls } from './contract-managing.ts'

export { planMailsContract } from './contract-mails.ts'

export { consentContract } from './contract-consent.ts'

const minor = z.number().int().min(0).max(1_000_000_000_000)
const currency = z.string().regex(/^[A-Z]{3}$/)
const day = z.iso.date()
const id = z.string().regex(/^\d{1,18}$/)
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
  donationAmountCurrency: currency,
  tipAmount: minor.default(0),
  tipAmountCurrency: currency.optional(),
  ...pricedFields,
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

const upcoming = z.object({
  key: z.string(),
  on: day,
  /** The same day in the Hijri calendar, in the caller's language. */
  onHijri: z.string(),
  dueAt: z.string(),
  number: z.number().int().nullable(),
  /** The moon may yet move it. */
  isUncertain: z.boolean(),
  gift: z.number().int(),
  tip: z.number().int(),
  coveredFee: z.number().int(),
})
z.globalRegistry.add(upcoming, {
  id: 'UpcomingOccurrence',
  description: 'A donation of a preview. Amounts are in minor units.',
})

const preview = z.object({
  currency,
  timeZone: z.string(),
  calendar: z.enum(calendarGroups),
  /** What one gift costs; of a programme the first. */
  gifts: z.array(upcoming),
  /** Of a programme all of its gifts and what they come to; of a civil plan the next twelve. */
  total: z.number().int(),
  /** A Ramadan whose thirtieth night is not certain: what it comes to without it, and with it. */
  totalOf29: z.number().int().nullable(),
  /**
   * A thirtieth night that was chosen of a Ramadan with 29 by the calendar: given, and in no total, should the month
   * turn out to have it.
   */
  thirtieth: upcoming.nullable(),
  quoteHash: z.string(),
})
z.globalRegistry.add(preview, {
  id: 'SubscriptionPreview',
  description: 'When a plan would charge, and how much. Amounts are in minor units of `currency`.',
})
export type PlanPreview = z.output<typeof preview>

const card = z.object({
  id: z.string(),
  brand: z.string(),
  last4: z.string(),
  expMonth: z.number().int(),
  expYear: z.number().int(),
})
z.globalRegistry.add(card, { id: 'SubscriptionCard', description: 'The card of a subscription.' })
const occurrence = z.object({
  key: z.string(),
  on: day,
  onHijri: z.string(),
  dueAt: z.string(),
  number: z.number().int().nullable(),
  isUncertain: z.boolean(),
  gift: z.number().int(),
  tip: z.number().int(),
  /**
   * What comes on top so that all of it counts as zakat: of one that was paid what it was, of others what it would be
   * today.
   */
  coveredFee: z.number().int(),
  /** S1 §3 "Scheduled payment status values". */
  status: z.enum(paymentStatuses),
  /** The bank wants to see the donor before it pays. */
  waitsForDonor: z.boolean(),
  mayBeSkipped: z.boolean(),
  /** Skipped by the donor, or left out by an outage of ours or a pause: may be given after all. */
  mayBeTaken: z.boolean(),
  /** It comes, or will once its plan goes on: a change of amounts is about it. */
  isToCome: z.boolean(),
  /** Its time has come, it is not paid, and its donor may pay it now. */
  mayBePaid: z.boolean(),
  /** What that would charge; `null` also where nobody may be given to at present. */
  charge: chargeNow.nullable(),
  /** When it is tried again, of one that was declined. */
  triedAgainAt: z.string().nullable(),
  donationIntentId: z.string().nullable(),
})
z.globalRegistry.add(occurrence, {
  id: 'Occurrence',
  description: 'One donation of a subscription. Amounts are in minor units.',
})
export type OccurrenceView = z.output<typeof occurrence>

const subscription = z.object({
  id: z.string(),
  givingPlanId: z.string(),
  programme: z.enum(programmes).nullable(),
  frequency: z.enum(frequencies),
  /** S2 §4 "Subscription status". */
  status: z.enum(['active', 'inactive']),
  state: z.enum(subscriptionStates),
  because: z.string().nullable(),
  donationAmount: z.number().int(),
  donationAmountCurrency: currency,
  tipAmount: z.number().int(),
  /**
   * What is charged each time; of a programme's nights or days altogether, those of a Ramadan without a thirtieth night
   * that is not certain.
   */
  charged,
  /** The same with that night; `null`: nothing of the kind is open. */
  chargedWith30: charged.nullable(),
  causes: z.array(z.object({ campaignId: z.string(), share: z.number().int(), name: z.string(), slug: z.string() })),
  /** The giving level it was begun with; claimed when it began, and brought to the organizer by its first gift. */
  reward: z
    .object({
      id: z.string(),
      title: z.string(),
      /** What it costs today. */ amount: z.number().int(),
      state: z.enum(levelStates),
    })
    .nullable(),
  isZakat: z.boolean(),
  maximizeZakat: z.boolean(),
  giftAid: z.boolean(),
  taxReceipt: z.boolean(),
  card: card.nullable(),
  timeZone: z.string(),
  calendar: z.enum(calendarGroups),
  startsOn: day,
  unsubscribedAt: day.nullable(),
  /** Of a pause: the day it gives again; `null`: when its donor says so. */
  resumesOn: day.nullable(),
  anonymous: z.boolean(),
  CustomName: z.string(),
  tellBefore: z.boolean(),
  /** How gifts given day by day or night by night are told of; `null`: by the receipt of each. */
  monthly: z.enum(monthlyWishes).nullable(),
  /** When its donor agreed to it, last. */
  agreedAt: z.string(),
  consentUntil: day,
  next: occurrence.nullable(),
  given: z.object({ count: z.number().int(), amount: z.number().int() }),
  failed: z
    .object({
      key: z.string(),
      on: day,
      gift: z.number().int(),
      tip: z.number().int(),
      /** What its donor is charged when they pay it now; `null`: nobody may be given to at present. */
      charge: chargeNow.nullable(),
      waitsForDonor: z.boolean(),
      /** The day it is tried again, where the donor is. */
      triedAgainOn: day.nullable(),
    })
    .nullable(),
  version: z.number().int(),
  createdAt: z.string(),
})
z.globalRegistry.add(subscription.shape.failed.unwrap(), {
  id: 'FailedOccurrence',
  description: 'A declined donation of a subscription. Amounts are in minor units.',
})
z.globalRegistry.add(subscription.shape.reward.unwrap(), {
  id: 'SubscriptionReward',
  description: 'The giving level of a subscription. `amount` is in minor units.',
})
z.globalRegistry.add(subscription, {
  id: 'Subscription',
  description: 'A recurring donation. Amounts are in minor units of `donationAmountCurrency`.',
})
export type SubscriptionView = z.output<typeof subscription>
const subscriptionWithGifts = subscription.extend({ occurrences: z.array(occurrence) })
z.globalRegistry.add(subscriptionWithGifts, {
  id: 'SubscriptionWithOccurrences',
  description: 'A recurring donation with all its occurrences.',
})

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

export const managingContract = managingCalls(subscriptionWithGifts)
