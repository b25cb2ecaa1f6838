import { z } from 'zod'
import { line } from '#modules/money/giving/contract-fields.ts'
import { endpoint } from '#shared/endpoint.ts'
import { calendarGroups } from '#modules/platform/addresses/rules/calendar-group.ts'
import { subscriptionStates } from '#modules/recurring/plans/rules/states.ts'
import { day, minor, occurrenceKey, subscriptionWithDonations } from './contract-views.ts'
import { monthlyPreferences } from './rules/mail-preferences.ts'

/** Validated by the use case, which has a specific error for it. */
export const untilDay = z.string().max(10)
const subscriptionId = z.string().max(40)
const version = z.number().int().min(1)
const own = z.object({ subscriptionId, version })

/** Fundraisers with their shares in ten-thousandths. */
export const causesAsked = z
  .array(z.object({ campaignId: z.string().regex(/^\d{1,18}$/), share: z.number().int().min(1).max(10_000) }))
  .max(12)

const planChange = own.extend({
  /**
   * Amount of each donation of a daily, weekly or monthly plan; the sum of the remaining ones of a programme of nights.
   * Minor units.
   */
  donationAmount: minor.optional(),
  /** Currency of the amounts; refused if it isn't the plan's, because nothing is converted silently. */
  donationAmountCurrency: z.string().max(3).optional(),
  tipAmountCurrency: z.string().max(3).optional(),
  tipAmount: minor.optional(),
  distribution: z.enum(['equal', 'odd-double', 'odd-double-27-triple', 'arafah-double']).optional(),
  /** Amounts of a programme's donations by number; missing numbers keep their amount. */
  amounts: z.record(z.string().regex(/^\d{1,2}$/), minor).optional(),
  /** Empty: the platform chooses the causes, if the programme allows it. */
  causes: causesAsked.optional(),
  cardId: z.string().max(64).optional(),
  /** Last day of the plan; null: no end. */
  unsubscribedAt: day.nullable().optional(),
  timeZone: z.string().trim().max(60).optional(),
  /** Calendar group whose announcements the months follow; fixed once a programme of nights or days has started. */
  calendar: z.enum(calendarGroups).optional(),
  anonymous: z.boolean().optional(),
  CustomName: line(80).optional(),
  tellBefore: z.boolean().optional(),
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
      'Changes amount, tip, causes, card, last day, time zone or public name for every donation that is not being charged yet, in minor units. Requires the account that gives.',
    input: planChange,
    output: subscriptionWithDonations,
    refuses: [...stale, 'campaign-not-found', 'campaign-closed', 'charity-not-verified', 'nothing-to-give'],
  }),
  'POST /v4/subscriptions/:subscriptionId/donations/:key/skip': endpoint({
    access: 'signed-in',
    summary: 'Skip an occurrence',
    description: 'Skips one donation of a subscription. Requires the account that gives.',
    input: own.extend({ key: occurrenceKey }),
    output: subscriptionWithDonations,
    refuses: [...stale, 'donation-under-way', 'donation-not-open'],
  }),
  'POST /v4/subscriptions/:subscriptionId/donations/:key/take': endpoint({
    access: 'signed-in',
    summary: 'Undo a skip',
    description:
      'Gives a skipped donation after all, if it is still to come or an outage skipped it. Requires the account that gives.',
    input: own.extend({ key: occurrenceKey }),
    output: subscriptionWithDonations,
    refuses: [...stale, 'donation-too-late', 'subscription-paused'],
  }),
  'POST /v4/subscriptions/:subscriptionId/pause': endpoint({
    access: 'signed-in',
    summary: 'Pause a subscription',
    description:
      'Pauses a subscription until a day, the first it gives on again, or until it is resumed; the pause is not made up for. Requires the account that gives.',
    input: own.extend({ until: untilDay.nullish() }),
    output: subscriptionWithDonations,
    refuses: [...stale, 'subscription-paused'],
  }),
  'POST /v4/subscriptions/:subscriptionId/resume': endpoint({
    access: 'signed-in',
    summary: 'Resume a subscription',
    description: 'Resumes a paused subscription from now on, also if we paused it. Requires the account that gives.',
    input: own,
    output: subscriptionWithDonations,
    refuses: [...stale, 'agreement-ended', 'campaign-closed'],
  }),
  'POST /v4/subscriptions/:subscriptionId/cancel': endpoint({
    access: 'signed-in',
    summary: 'Cancel a subscription',
    description: 'Cancels a subscription for good; past donations stay. Requires the account that gives.',
    input: own,
    output: subscriptionWithDonations,
    refuses: [...stale],
  }),
  'POST /v4/subscriptions/:subscriptionId/agree': endpoint({
    access: 'signed-in',
    summary: 'Renew the agreement',
    description:
      'Agrees to give for another year; it changes something only in the last thirty days of the year. Requires the account that gives.',
    perMinute: 20,
    input: z.object({ subscriptionId: z.string().max(40) }),
    output: z.object({
      /** Last day of the agreement. */
      consentUntil: z.string(),
      state: z.enum(subscriptionStates),
      reason: z.string().nullable(),
    }),
    refuses: ['not-found', 'subscription-over'],
  }),
}
