import { z } from 'zod'
import { line } from '#modules/money/giving/contract-fields.ts'
import { endpoint } from '#shared/endpoint.ts'
import { calendarGroups } from '#modules/platform/addresses/rules/calendar-group.ts'
import { subscriptionStates } from '#modules/recurring/plans/rules/states.ts'
import { day, minor, occurrenceKey, subscriptionWithGifts } from './contract-views.ts'
import { monthlyPreferences } from './rules/mail-preferences.ts'

/** Judged by the use case, which has a sentence for it. */
export const untilDay = z.string().max(10)
const subscriptionId = z.string().max(40)
const version = z.number().int().min(1)
const own = z.object({ subscriptionId, version })

/** Fundraisers and their shares in ten-thousandths. */
export const causesAsked = z
  .array(z.object({ campaignId: z.string().regex(/^\d{1,18}$/), share: z.number().int().min(1).max(10_000) }))
  .max(12)

const planChange = own.extend({
  /** Each gift of a day, week or month; of a programme's nights or days all of those to come together. Minor units. */
  donationAmount: minor.optional(),
  /** What the amounts are in, where they say so: no other currency than the plan's, nothing is converted silently. */
  donationAmountCurrency: z.string().max(3).optional(),
  tipAmountCurrency: z.string().max(3).optional(),
  tipAmount: minor.optional(),
  distribution: z.enum(['equal', 'odd-double', 'odd-double-27-triple', 'arafah-double']).optional(),
  /** Of a programme, by number; what is left out keeps its amount. */
  amounts: z.record(z.string().regex(/^\d{1,2}$/), minor).optional(),
  /** Empty: the platform chooses, where its own programme lets it. */
  causes: causesAsked.optional(),
  cardId: z.string().max(64).optional(),
  /** The last day it gives on; `null`: none. */
  unsubscribedAt: day.nullable().optional(),
  timeZone: z.string().trim().max(60).optional(),
  /** Whose announcements its months follow; of a programme of nights or days until it begins. */
  calendar: z.enum(calendarGroups).optional(),
  anonymous: z.boolean().optional(),
  CustomName: line(80).optional(),
  tellBefore: z.boolean().optional(),
  /**
   * How gifts given day by day or night by night are told of; of others, whose receipts come one by one, it changes
   * nothing.
   */
  monthly: z.enum(monthlyPreferences).optional(),
})
export type PlanChange = z.output<typeof planChange>

const stale = ['not-found', 'subscription-changed', 'subscription-over'] as const
/** What its donor does about a subscription; each answers how it stands afterwards, as `subscriptionWithGifts` says. */
export const managingContract = {
  'PATCH /v4/subscriptions/:subscriptionId': endpoint({
    access: 'signed-in',
    summary: 'Change a subscription',
    description:
      'Changes amount, tip, causes, card, last day, time zone or public name for every donation that is not being charged yet, in minor units. Requires the account that gives.',
    input: planChange,
    output: subscriptionWithGifts,
    refuses: [...stale, 'campaign-not-found', 'campaign-closed', 'charity-not-verified', 'nothing-to-give'],
  }),
  'POST /v4/subscriptions/:subscriptionId/gifts/:key/skip': endpoint({
    access: 'signed-in',
    summary: 'Skip an occurrence',
    description: 'Skips one donation of a subscription. Requires the account that gives.',
    input: own.extend({ key: occurrenceKey }),
    output: subscriptionWithGifts,
    refuses: [...stale, 'gift-under-way', 'gift-not-open'],
  }),
  'POST /v4/subscriptions/:subscriptionId/gifts/:key/take': endpoint({
    access: 'signed-in',
    summary: 'Undo a skip',
    description:
      'Gives a skipped donation after all, if it is still to come or an outage skipped it. Requires the account that gives.',
    input: own.extend({ key: occurrenceKey }),
    output: subscriptionWithGifts,
    refuses: [...stale, 'gift-too-late', 'subscription-rests'],
  }),
  'POST /v4/subscriptions/:subscriptionId/pause': endpoint({
    access: 'signed-in',
    summary: 'Pause a subscription',
    description:
      'Pauses a subscription until a day, the first it gives on again, or until it is resumed; the pause is not made up for. Requires the account that gives.',
    input: own.extend({ until: untilDay.nullish() }),
    output: subscriptionWithGifts,
    refuses: [...stale, 'subscription-rests'],
  }),
  'POST /v4/subscriptions/:subscriptionId/resume': endpoint({
    access: 'signed-in',
    summary: 'Resume a subscription',
    description: 'Resumes a paused subscription from now on, whoever paused it. Requires the account that gives.',
    input: own,
    output: subscriptionWithGifts,
    refuses: [...stale, 'agreement-ended'],
  }),
  'POST /v4/subscriptions/:subscriptionId/cancel': endpoint({
    access: 'signed-in',
    summary: 'Cancel a subscription',
    description: 'Cancels a subscription for good; past donations stay. Requires the account that gives.',
    input: own,
    output: subscriptionWithGifts,
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
      /** The last day that is agreed to. */
      consentUntil: z.string(),
      state: z.enum(subscriptionStates),
      because: z.string().nullable(),
    }),
    refuses: ['not-found', 'subscription-over'],
  }),
}
