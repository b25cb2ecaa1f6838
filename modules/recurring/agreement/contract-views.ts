import { z } from 'zod'
import { currency } from '#modules/platform/currencies/contract-currency.ts'
import { calendarGroups } from '#modules/platform/addresses/rules/calendar-group.ts'
import { frequencies } from '#modules/recurring/plans/rules/plan.ts'
import { programmes } from '#modules/recurring/plans/rules/schedule.ts'
import { paymentStatuses, subscriptionStates } from '#modules/recurring/plans/rules/states.ts'
import { levelStates } from './rules/level-state.ts'
import { monthlyPreferences } from './rules/mail-preferences.ts'

/** Minor units of a currency. */
export const minor = z.number().int().min(0).max(1_000_000_000_000)
export const day = z.iso.date()
/** What a gift is known by: a day, or programme, Hijri year and number. */
export const occurrenceKey = z.string().min(1).max(40)

/** What is charged, and what it is of. Minor units. */
export const charged = z.object({ gift: minor, tip: minor, coveredFee: minor, total: minor })
z.globalRegistry.add(charged, { id: 'ChargedAmounts', description: 'What is charged, in minor units.' })
export type Charged = z.output<typeof charged>

/**
 * What is asked of the card when a gift is paid now: that gift, and those that its donor was asked for together with
 * it. Minor units.
 */
export const chargeNow = charged.extend({
  gifts: z.array(z.object({ key: occurrenceKey, on: day, number: z.number().int().nullable(), gift: minor })),
  /** Sent back with the press: another by now is refused with `quote-changed`, and nothing is charged. */
  quoteHash: z.string(),
})
z.globalRegistry.add(chargeNow, { id: 'ChargeQuote', description: 'What a payment now would charge, in minor units.' })
export type ChargeNow = z.output<typeof chargeNow>

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
  /** What of it counts as zakat. */
  zakatEligible: z.number().int(),
})
z.globalRegistry.add(upcoming, {
  id: 'UpcomingOccurrence',
  description: 'A donation of a preview. Amounts are in minor units.',
})

export const preview = z.object({
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
const occurrence = upcoming.omit({ zakatEligible: true }).extend({
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

const planTotal = z.object({
  amount: minor,
  paid: minor,
  /** How many donations are left, and what the last of them is. */
  left: z.number().int(),
  last: minor.nullable(),
  /** About when the last is due, if none fails; `null`: nothing is left, or it is too far ahead. */
  endsOn: day.nullable(),
})
z.globalRegistry.add(planTotal, {
  id: 'PlanTotal',
  description: 'The sum at which a recurring donation ends, in minor units.',
})

export const subscription = z.object({
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
  /** Of a plan that ends at a sum: how far it has come. Minor units, without tips and covered fees. */
  total: planTotal.nullable(),
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
  monthly: z.enum(monthlyPreferences).nullable(),
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
export const subscriptionWithGifts = subscription.extend({ occurrences: z.array(occurrence) })
z.globalRegistry.add(subscriptionWithGifts, {
  id: 'SubscriptionWithOccurrences',
  description: 'A recurring donation with all its occurrences.',
})
