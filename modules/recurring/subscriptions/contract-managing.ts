import { z } from 'zod'
import { numericId, uuid } from '#shared/id-schemas.ts'
import { lineText } from '#modules/money/giving/contract-fields.ts'
import { endpoint } from '#shared/endpoint.ts'
import { calendarGroups } from '#modules/platform/addresses/rules/calendar-group.ts'
import { subscriptionStates } from '#modules/recurring/plans/rules/states.ts'
import { day, planAmount, occurrenceKey, subscriptionWithDonations } from './contract-views.ts'
import { monthlyPreferences } from './rules/mail-preferences.ts'

/** The use case validates it, with its own message. */
export const untilDay = z.string().max(10)
const subscriptionId = uuid
const version = z.number().int().min(1)
const own = z.object({ subscriptionId, version })

/** Fundraisers and their shares in basis points. */
export const causesInput = z
  .array(z.object({ campaignId: numericId, share: z.number().int().min(1).max(10_000) }))
  .max(12)

const planChange = own.extend({
  /**
   * Amount of each donation of a daily, weekly or monthly plan; the sum of the remaining ones of a programme of nights.
   * Minor units.
   */
  donationAmount: planAmount.optional(),
  /** Currency of the amounts; refused if it isn't the plan's, because nothing is converted silently. */
  donationAmountCurrency: z.string().max(3).optional(),
  tipAmountCurrency: z.string().max(3).optional(),
  tipAmount: planAmount.optional(),
  distribution: z.enum(['equal', 'odd-double', 'odd-double-27-triple', 'arafah-double']).optional(),
  /** For programmes: amounts by number; missing numbers keep their amount. */
  amounts: z.record(z.string().regex(/^\d{1,2}$/), planAmount).optional(),
  /** Empty: the platform chooses the fundraisers, if the programme allows it. */
  causes: causesInput.optional(),
  cardId: z.string().max(64).optional(),
  /** Last day of the plan; null: no end. */
  unsubscribedAt: day.nullable().optional(),
  timeZone: z.string().trim().max(60).optional(),
  /** Calendar group whose announcements move the months; can't change once a programme of nights or days has started. */
  calendar: z.enum(calendarGroups).optional(),
  anonymous: z.boolean().optional(),
  CustomName: lineText(80).optional(),
  remindBefore: z.boolean().optional(),
  /** How the donor is notified of daily or nightly donations; other plans send a receipt for each. */
  monthly: z.enum(monthlyPreferences).optional(),
})
export type PlanChange = z.output<typeof planChange>

const stale = ['not-found', 'subscription-changed', 'subscription-over'] as const
/** A donor's changes to a subscription. Each call returns the new state as `subscriptionWithDonations`. */
export const managingContract = {
  'PATCH /v4/subscriptions/:subscriptionId': endpoint({
    access: 'signed-in',
    summary: 'Change a subscription',
    description:
      'Changes the amount, tip, causes, card, last day, time zone or public name for every donation that isn’t being charged yet; amounts are in minor units. Requires the donor’s account.',
    input: planChange,
    output: subscriptionWithDonations,
    refuses: [...stale, 'campaign-not-found', 'campaign-closed', 'charity-not-verified', 'nothing-to-give'],
  }),
  'POST /v4/subscriptions/:subscriptionId/donations/:key/skip': endpoint({
    access: 'signed-in',
    summary: 'Skip an occurrence',
    description: 'Skips one donation of a subscription. Requires the donor’s account.',
    input: own.extend({ key: occurrenceKey }),
    output: subscriptionWithDonations,
    refuses: [...stale, 'donation-under-way', 'donation-not-open'],
  }),
  'POST /v4/subscriptions/:subscriptionId/donations/:key/take': endpoint({
    access: 'signed-in',
    summary: 'Undo a skip',
    description:
      'Restores a skipped donation that is in the future or was skipped by an outage. Requires the donor’s account.',
    input: own.extend({ key: occurrenceKey }),
    output: subscriptionWithDonations,
    refuses: [...stale, 'donation-too-late', 'subscription-paused'],
  }),
  'POST /v4/subscriptions/:subscriptionId/pause': endpoint({
    access: 'signed-in',
    summary: 'Pause a subscription',
    description:
      'Pauses a subscription until a given day, on which it continues, or until it is resumed. Paused donations aren’t charged later. Requires the donor’s account.',
    input: own.extend({ until: untilDay.nullish() }),
    output: subscriptionWithDonations,
    refuses: [...stale, 'subscription-paused'],
  }),
  'POST /v4/subscriptions/:subscriptionId/resume': endpoint({
    access: 'signed-in',
    summary: 'Resume a subscription',
    description: 'Resumes a subscription, whether the donor or the platform paused it. Requires the donor’s account.',
    input: own,
    output: subscriptionWithDonations,
    refuses: [...stale, 'agreement-ended', 'campaign-closed'],
  }),
  'POST /v4/subscriptions/:subscriptionId/cancel': endpoint({
    access: 'signed-in',
    summary: 'Cancel a subscription',
    description: 'Cancels a subscription permanently; past donations stay. Requires the donor’s account.',
    input: own,
    output: subscriptionWithDonations,
    refuses: [...stale],
  }),
  'POST /v4/subscriptions/:subscriptionId/agree': endpoint({
    access: 'signed-in',
    summary: 'Renew the agreement',
    description:
      'Renews the agreement for another year; before the last thirty days of the year it changes nothing. Requires the donor’s account.',
    perMinute: 20,
    input: z.object({ subscriptionId: uuid }),
    output: z.object({
      /** Last day of the agreement. */
      consentUntil: z.string(),
      state: z.enum(subscriptionStates),
      reason: z.string().nullable(),
    }),
    refuses: ['not-found', 'subscription-over'],
  }),
}
