import { createHash } from 'node:crypto'
import { localDateIn, type LocalDate } from '#shared/calendar.ts'
import { money, toMajor } from '#shared/money.ts'
import type { Fault } from '#shared/problem.ts'
import { isLocale } from '#shared/text.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { calendarGroupOf, type CalendarGroup } from '#modules/platform/addresses/rules/calendar-group.ts'
import { charityName } from '#modules/causes/campaigns/rules/charity-name.ts'
import type { DonationLine, PlanStart, StartedPlan } from '#modules/money/giving/index.ts'
import { requireDonor } from '#modules/money/giving/rules/donor.ts'
import { plansOfCampaign, type Plan } from '#modules/recurring/plans/index.ts'
import { scheduleAt, type Schedule } from '#modules/recurring/plans/rules/schedule.ts'
import { invalid, parseTimeZone } from '../draft.ts'
import { phoneOf } from '../donor/phone.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { guestPlanMax, guestPlansMax } from '../../rules/guest-limits.ts'
import { nextDayOf, planMandate, planMandateHashInput, planMandateVersion } from '../../rules/plan-mandate.ts'
import { scheduleOf } from '../../rules/requested-schedule.ts'
import { type Cause, type Portions, wholeShare } from '../../rules/portions.ts'
import { countGuestPlans } from '../donor/donor-queries.ts'
import { rejectRecentUnpaidStart, startKeysOf } from './claim-start.ts'

/** Terms of a plan that starts with a donation; JSON that is stored with the order of its payment. */
export type PlanTerms = {
  readonly timeZone: string
  readonly calendar: CalendarGroup
  readonly schedule: Schedule
  readonly phone: string | null
  /** Keys under which the start is recorded (recurring-33). */
  readonly startKeys: readonly string[]
  readonly agreed: {
    readonly version: string
    readonly words: string
    readonly textHash: string
    /** ISO 8601. */
    readonly at: string
  }
}

/**
 * Validates a plan whose first occurrence is today's donation (recurring-21). Throws faults at the donation's fields: a
 * frequency that isn't offered, a guest without an email address, or more than a guest may give (recurring-23). Throws
 * `duplicate-plan` if the donor just started the same plan without a payment (recurring-33).
 */
export async function draftPlan(ports: SubscriptionPorts, ask: PlanStart): Promise<StartedPlan> {
  const { frequency, asked, donor, line, context } = ask
  assertDonationType(line)
  const plan = await offeredPlan(ports, ask)
  const timeZone = parseTimeZone(asked.timeZone)
  const now = ports.clock()
  const on = localDateIn(timeZone, now)
  if (donor.accountId === null) await assertGuestAllowed(ports, ask)
  const schedule = scheduleOf({ programme: null, frequency, startsOn: on, hijriYear: 0 })
  if (!schedule) throw notOffered()
  const subscriptionId = ports.newId()
  const startKeys = startKeysOf(
    context,
    {
      accountId: donor.accountId,
      planId: plan.id,
      schedule,
      currency: ask.currency,
      portions: portionsOf(line),
      causes: causesOf(line),
      levelId: line.levelId === null ? null : BigInt(line.levelId),
      isZakat: line.isZakat,
    },
    donor.email ?? '',
  )
  await rejectRecentUnpaidStart(ports.db, startKeys, { subscriptionId, repeatOf: asked.repeatOf, now })
  const terms: PlanTerms = {
    timeZone,
    calendar: calendarGroupOf(donor.country ?? undefined),
    schedule: scheduleAt(schedule, ports.chargeTimes),
    phone: phoneOf(plan, asked.phoneNumber),
    startKeys,
    agreed: agreementOfDraft(ask, { on, now, product: ports.productName }),
  }
  return { subscriptionId, keys: [on], isDaily: false, planId: plan.id, frequency, terms }
}

/** Returns the amounts of a plan that starts with this donation. */
export const portionsOf = ({ gift, tip }: DonationLine): Portions => ({ each: { gift, tip } })

/** Returns the causes of a plan that starts with this donation. */
export const causesOf = ({ campaignId }: DonationLine): Cause[] => [{ campaignId, share: wholeShare }]

const notOffered = () => invalid({ frequency: { code: 'frequency-not-offered' } })

async function offeredPlan(ports: SubscriptionPorts, { campaign, frequency, asked, line }: PlanStart): Promise<Plan> {
  const plan = (await plansOfCampaign(ports, campaign.id)).find(
    (plan) => plan.frequency === frequency && (asked.givingPlanId === undefined || plan.id === asked.givingPlanId),
  )
  // A Qurbani is a one-time order.
  if (!plan?.isEnabled || line.requestedLevelFields?.includes('qurbani')) throw notOffered()
  return plan
}

/** Refuses zakat al-fitr: it is due once a year, so no plan gives it (zakat-20). */
function assertDonationType({ donationType }: DonationLine): void {
  if (donationType === 'zakat-al-fitr') throw invalid({ donationType: { code: 'fitr-not-on-plans' } })
}

/**
 * Validates a guest: managing a plan requires an email address, and amount and number of plans are limited without an
 * account.
 */
async function assertGuestAllowed(ports: SubscriptionPorts, { donor, line, currency }: PlanStart): Promise<void> {
  const faults = requireDonor({ email: donor.email ?? undefined, name: donor.name })
  if (Object.keys(faults).length > 0)
    throw invalid(
      Object.fromEntries(
        Object.entries(faults).map(([field, fault]: [string, Fault]) => [`guest.${field}`, { params: {}, ...fault }]),
      ),
    )
  const most = guestPlanMax(currency)
  if (BigInt(line.gift) > most.amount)
    throw invalid({ amount: { code: 'guest-plan-too-large', params: { amount: toMajor(most), currency } } })
  if ((await countGuestPlans(ports.db, donor.email ?? '')) >= guestPlansMax)
    throw invalid({ frequency: { code: 'too-many-guest-plans', params: { max: guestPlansMax } } })
}

/** Returns the mandate text that the page showed above the button. */
function agreementOfDraft(
  { donor, campaign, line, currency, frequency }: PlanStart,
  { on, now, product }: { readonly on: LocalDate; readonly now: Date; readonly product: string },
): PlanTerms['agreed'] {
  const locale = isLocale(donor.locale) ? donor.locale : 'en'
  const total = BigInt(line.gift) + BigInt(line.tip) + BigInt(line.coveredFee)
  const words = planMandate(
    {
      charity: charityName(campaign, locale),
      amount: money(total, currency),
      tip: money(BigInt(line.tip), currency),
      product,
      every: frequency,
      next: nextDayOf(frequency, on),
    },
    locale,
    textsOf('recurring/plan-checkout', locale),
  )
  return {
    version: planMandateVersion,
    words,
    textHash: createHash('sha256').update(planMandateHashInput(words, locale)).digest('hex'),
    at: now.toISOString(),
  }
}
