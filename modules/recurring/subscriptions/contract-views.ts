import { z } from 'zod'
import { instant } from '#shared/wire/codecs.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'
import { calendarGroups } from '#modules/platform/addresses/rules/calendar-group.ts'
import { frequencies } from '#modules/recurring/plans/rules/plan.ts'
import { programmes } from '#modules/recurring/plans/rules/schedule.ts'
import { paymentStatuses, subscriptionStates } from '#modules/recurring/plans/rules/states.ts'
import { levelStates } from './rules/level-state.ts'
import { failureCauses } from './rules/failure-cause.ts'
import { monthlyPreferences } from './rules/mail-preferences.ts'

/** Minor units of a currency. */
export const planAmount = z.number().int().min(0).max(1_000_000_000_000)
export const day = z.iso.date()
/** Key of an occurrence: a date, or programme, Hijri year and number. */
export const occurrenceKey = z.string().min(1).max(40)

/** The charged amount and its parts, in minor units. */
export const charged = z.object({ gift: planAmount, tip: planAmount, coveredFee: planAmount, total: planAmount })
z.globalRegistry.add(charged, {
  id: 'ChargedAmounts',
  description: 'The charged amount and its parts, in minor units.',
})
export type ChargeParts = z.output<typeof charged>

/**
 * What the card is charged if a donation is paid now, including donations that are paid together with it. Minor units.
 */
export const chargeNow = charged.extend({
  donations: z.array(z.object({ key: occurrenceKey, on: day, number: z.number().int().nullable(), gift: planAmount })),
  /**
   * The client sends it back when paying. If the quote has changed, the request is refused with `quote-changed` and
   * nothing is charged.
   */
  quoteHash: z.string(),
})
z.globalRegistry.add(chargeNow, {
  id: 'ChargeQuote',
  description: 'The amount that a payment would charge now, in minor units.',
})
export type ChargeNow = z.output<typeof chargeNow>

const upcoming = z.object({
  key: z.string(),
  on: day,
  /** The Hijri date in the caller's language. */
  onHijri: z.string(),
  dueAt: instant,
  number: z.number().int().nullable(),
  /** Whether a moon sighting can still move the date. */
  isUncertain: z.boolean(),
  gift: z.number().int(),
  tip: z.number().int(),
  coveredFee: z.number().int(),
  /** The part that counts as zakat. */
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
  /** Amount of one donation; for a programme, of the first. */
  donations: z.array(upcoming),
  /** Total of a programme's donations, or of the next twelve of a civil plan. */
  total: z.number().int(),
  /** For a Ramadan with an uncertain thirtieth night: the total without and with it. */
  totalOf29: z.number().int().nullable(),
  /**
   * A chosen thirtieth night of a Ramadan that has 29 nights in the calendar: charged if the month has it after all, and
   * not part of any total.
   */
  thirtieth: upcoming.nullable(),
  quoteHash: z.string(),
})
z.globalRegistry.add(preview, {
  id: 'SubscriptionPreview',
  description: 'The dates and amounts that a plan would charge. Amounts are in minor units of `currency`.',
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
  /** The covered fee, with which the full donation counts as zakat: the actual one if paid, otherwise today's. */
  coveredFee: z.number().int(),
  /** S1 §3 "Scheduled payment status values". */
  status: z.enum(paymentStatuses),
  /** Whether the bank requires the donor to confirm the payment. */
  needsDonorAction: z.boolean(),
  canBeSkipped: z.boolean(),
  /** Whether a donation that the donor, an outage or a pause skipped can still be charged. */
  canBeRestored: z.boolean(),
  /** Whether it is in the future, possibly after a pause, so that a change of amounts applies to it. */
  isToCome: z.boolean(),
  /** Whether it is due and unpaid, and the donor can pay it now. */
  canBePaid: z.boolean(),
  /** The amount that paying it would charge; also `null` if no cause accepts donations now. */
  charge: chargeNow.nullable(),
  /** Time of the next attempt after a decline. */
  triedAgainAt: instant.nullable(),
  donationIntentId: z.string().nullable(),
})
z.globalRegistry.add(occurrence, {
  id: 'Occurrence',
  description: 'One donation of a subscription. Amounts are in minor units.',
})
export type OccurrenceView = z.output<typeof occurrence>

const planTotal = z.object({
  amount: planAmount,
  paid: planAmount,
  /** Number of remaining donations, and the amount of the last one. */
  left: z.number().int(),
  last: planAmount.nullable(),
  /** Approximate date of the last one if none fails; `null`: none is left, or it is too far ahead. */
  endsOn: day.nullable(),
})
z.globalRegistry.add(planTotal, {
  id: 'PlanTotal',
  description: 'The total at which a recurring donation ends, in minor units.',
})

/** A donation that failed and that its donor can pay by hand. */
export const failed = z.object({
  key: occurrenceKey,
  on: day,
  gift: z.number().int(),
  tip: z.number().int(),
  /** The amount that the donor pays now; `null` if no cause accepts donations now. */
  charge: chargeNow.nullable(),
  /** Why it failed; `confirmation`: the donor didn't confirm it at the bank in time. */
  cause: z.enum(failureCauses),
  needsDonorAction: z.boolean(),
  /** Date of the next attempt in the donor's time zone; `null`: it is charged only if the donor pays it. */
  triedAgainOn: day.nullable(),
})
z.globalRegistry.add(failed, {
  id: 'FailedOccurrence',
  description: 'A declined donation of a subscription. Amounts are in minor units.',
})

export const subscription = z.object({
  id: z.string(),
  givingPlanId: z.string(),
  programme: z.enum(programmes).nullable(),
  frequency: z.enum(frequencies),
  /** S2 §4 "Subscription status". */
  status: z.enum(['active', 'inactive']),
  state: z.enum(subscriptionStates),
  reason: z.string().nullable(),
  donationAmount: z.number().int(),
  donationAmountCurrency: currency,
  tipAmount: z.number().int(),
  /** The charge of each donation; for nights or days the sum, without an uncertain thirtieth night. */
  charged,
  /** The sum with the thirtieth night; `null` if the length of the month is known. */
  chargedWith30: charged.nullable(),
  /** Progress of a plan that ends at a total, in minor units without tips and covered fees. */
  total: planTotal.nullable(),
  causes: z.array(z.object({ campaignId: z.string(), share: z.number().int(), name: z.string(), slug: z.string() })),
  /** The giving level of the plan; claimed when the plan starts and fulfilled with the first donation. */
  reward: z
    .object({
      id: z.string(),
      title: z.string(),
      /** Today's amount. */ amount: z.number().int(),
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
  /** The day on which a pause ends; null if only the donor ends it. */
  resumesOn: day.nullable(),
  anonymous: z.boolean(),
  CustomName: z.string(),
  remindBefore: z.boolean(),
  /** How the donor is notified of daily or nightly donations; `null`: with a receipt for each. */
  monthly: z.enum(monthlyPreferences).nullable(),
  /** When the donor last agreed. */
  agreedAt: z.string(),
  /** The text of the agreement with its amounts and dates; null: the standard text for a saved card. */
  agreedWords: z.string().nullable(),
  consentUntil: day,
  next: occurrence.nullable(),
  given: z.object({ count: z.number().int(), amount: z.number().int() }),
  failed: failed.nullable(),
  /** Date of a donation that is being charged now and may still be paid, whatever the donor changes; usually `null`. */
  chargingOn: day.nullable(),
  version: z.number().int(),
  createdAt: instant,
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
export const subscriptionWithDonations = subscription.extend({ occurrences: z.array(occurrence) })
z.globalRegistry.add(subscriptionWithDonations, {
  id: 'SubscriptionWithOccurrences',
  description: 'A recurring donation with all its occurrences.',
})
