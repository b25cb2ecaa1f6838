import { type LocalDate, hijriOf, localDate, localDateIn } from '#shared/calendar.ts'
import { addDays, type HijriMonths } from '#shared/hijri.ts'
import { isUuid } from '#shared/ids.ts'
import { type Currency, isCurrency, money } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import { type Level, refuseUnoffered } from '#modules/causes/campaigns/index-levels.ts'
import { type CampaignForDonation, getCampaignForDonation, refuseDonation } from '#modules/causes/campaigns/index.ts'
import { remainingOf } from '#modules/causes/campaigns/rules/level.ts'
import { fitsPlan } from '#modules/causes/campaigns/rules/plan-level.ts'
import { dataOf } from '#modules/money/giving/index-order.ts'
import { minimumAmount } from '#modules/money/giving/rules/amounts.ts'
import { checkStep } from '#modules/money/giving/rules/charge-step.ts'
import { checkAmount, checkTip } from '#modules/money/giving/rules/donation.ts'
import { findPlan, monthsFor, type Plan } from '#modules/recurring/plans/index.ts'
import { calendarGroupOf, type CalendarGroup } from '#modules/platform/addresses/rules/calendar-group.ts'
import {
  isProgrammeOfNights,
  type Occurrence,
  occurrencesIn,
  scheduleAt,
  type Schedule,
} from '#modules/recurring/plans/rules/schedule.ts'
import type { PlanRequest } from './contract.ts'
import type { SubscriptionPorts } from './port.ts'
import { refuseTotal, parsePlanTotal, withTotal } from './total.ts'
import { endsWithinDays, nextHijriYear, scheduleOf, startsWithinDays } from './rules/plan-of.ts'
import { type Cause, numbersOf, portionOf, type Portions, portionsOf, sharesOf, wholeShare } from './rules/portions.ts'

/** A validated plan: everything a subscription needs except donor and card. */
export type Draft = {
  readonly plan: Plan
  readonly schedule: Schedule
  readonly timeZone: string
  readonly calendar: CalendarGroup
  readonly months: HijriMonths
  readonly currency: Currency
  readonly portions: Portions
  /** The plan ends at this sum; null: no limit. */
  readonly total: bigint | null
  readonly causes: readonly Cause[]
  readonly campaigns: readonly CampaignForDonation[]
  /** The giving level, which sets each amount and is fulfilled with the first donation. */
  readonly level: Level | undefined
  readonly startsOn: LocalDate
  readonly endsOn: LocalDate | null
  /** All donations of a programme; up to twelve next ones of a civil plan. */
  readonly donations: readonly (Occurrence & { readonly gift: bigint; readonly tip: bigint })[]
}

export const invalid = (
  fields: Readonly<Record<string, { code: string; params?: Readonly<Record<string, string | number>> }>>,
) => new Problem('validation', 'invalid-input', { fields })

/** Days to look ahead for the next donations of a civil plan. */
const previewDays = 400
const previewDonations = 12

const ramadan = 9
const lastNight = 30

/**
 * Validates a plan request. Throws `plan-not-found`, `campaign-not-found`, `campaign-closed`, `nothing-to-give` (no
 * donation is left of the choice), and faults at the fields that caused them.
 */
export async function draftOf(
  ports: SubscriptionPorts,
  country: string | undefined,
  planRequest: PlanRequest,
): Promise<Draft> {
  const plan = isUuid(planRequest.givingPlanId) ? await findPlan(ports, planRequest.givingPlanId) : undefined
  if (!plan?.isEnabled) throw new Problem('not-found', 'plan-not-found')
  const currency = currencyOf(planRequest)
  const timeZone = zoneOf(planRequest.timeZone)
  const calendar = planRequest.calendar ?? calendarGroupOf(country)
  const months = await monthsFor(ports, calendar)
  const now = ports.clock()
  const today = localDateIn(timeZone, now)
  const startsOn = planRequest.startsOn === undefined ? today : localDate(planRequest.startsOn)
  if (startsOn < today) throw invalid({ startsOn: { code: 'day-passed' } })
  if (startsOn > addDays(today, startsWithinDays)) throw invalid({ startsOn: { code: 'day-too-far' } })
  const hijriYear = planRequest.hijriYear ?? nextHijriYear(plan.programme, today, hijriOf(today).year, months)
  const frequency =
    plan.campaignId === null && plan.programme === null ? (planRequest.frequencyType ?? plan.frequency) : plan.frequency
  const days = scheduleOf({ ...planRequest, programme: plan.programme, frequency, startsOn, hijriYear })
  if (!days) throw invalid({ frequencyType: { code: 'invalid-input' } })
  const chosen = scheduleAt(days, ports.chargeTimes)
  const { causes, campaigns } = await causesOf(ports, plan, planRequest, currency, now)
  // A plan is collected from a card.
  for (const campaign of campaigns) refuseUnoffered(campaign, { frequency, method: 'card' })
  const level = requestedLevelFields(plan, campaigns, planRequest.rewardId)
  const endsOn = planRequest.unsubscribedAt ? localDate(planRequest.unsubscribedAt) : null
  if (endsOn !== null && endsOn < startsOn) throw invalid({ unsubscribedAt: { code: 'end-before-start' } })
  if (endsOn !== null && endsOn > addDays(today, endsWithinDays))
    throw invalid({ unsubscribedAt: { code: 'day-too-far' } })
  const shown = addDays(startsOn, previewDays)
  const until = endsOn !== null && endsOn < shown ? endsOn : shown
  const coming = occurrencesIn(chosen, { timeZone, from: startsOn, until }, months).filter(({ dueAt }) => dueAt > now)
  const schedule = withoutPast(chosen, coming, { months, until, amounts: planRequest.amounts })
  // A level replaces the typed amount (S1 §5).
  const portions = portionsIn(
    level ? { ...planRequest, donationAmount: Number(level.amount) } : planRequest,
    schedule,
    currency,
  )
  const total = parsePlanTotal(planRequest, schedule)
  const priced = coming.flatMap((occurrence) => {
    const portion = portionOf(portions, occurrence.number)
    return portion ? [{ ...occurrence, ...portion }] : []
  })
  const donations = withTotal({ total, currency, portions }, priced)
  if (donations.length === 0) throw new Problem('conflict', 'nothing-to-give')
  const draft: Draft = {
    plan,
    schedule,
    timeZone,
    calendar,
    months,
    currency,
    portions,
    total,
    causes,
    campaigns,
    level,
    startsOn,
    endsOn,
    donations: isProgrammeOfNights(schedule) ? donations : donations.slice(0, previewDonations),
  }
  refuseAmounts(draft, planRequest)
  refuseTotal(draft)
  return draft
}

type Coming = { readonly months: HijriMonths; readonly until: LocalDate; readonly amounts: PlanRequest['amounts'] }

/**
 * Removes nights or days of a running programme that have passed; the total is shared by the remaining ones
 * (calendar-9). A thirtieth night that only a moon sighting may add gets no share of a total; it is donated if it has
 * its own amount.
 */
function withoutPast(schedule: Schedule, coming: readonly Occurrence[], { months, until, amounts }: Coming): Schedule {
  const isComing = (number: number) => coming.some((occurrence) => occurrence.number === number)
  if (coming.length === 0) return schedule
  if (schedule.kind === 'dhul-hijjah') return { ...schedule, days: schedule.days.filter(isComing) }
  if (schedule.kind !== 'ramadan') return schedule
  const { hijriYear } = schedule
  const isOpen =
    amounts !== undefined &&
    months.lengthOf(hijriYear, ramadan) < lastNight &&
    !months.isAnnounced(hijriYear, ramadan + 1)
  const mayYetCome = isOpen && addDays(months.startOf(hijriYear, ramadan), lastNight - 2) <= until
  return {
    ...schedule,
    nights: schedule.nights.filter((number) => isComing(number) || (number === lastNight && mayYetCome)),
  }
}

function currencyOf(planRequest: PlanRequest): Currency {
  const { donationAmountCurrency: currency } = planRequest
  if (!isCurrency(currency))
    throw invalid({ donationAmountCurrency: { code: 'currency-not-accepted', params: { currency } } })
  if (planRequest.tipAmountCurrency !== undefined && planRequest.tipAmountCurrency !== currency)
    throw invalid({
      tipAmountCurrency: { code: 'currency-not-accepted', params: { currency: planRequest.tipAmountCurrency } },
    })
  return currency
}

/** Requires a named zone: an offset has no summer time, and PostgreSQL reads its sign the other way round. */
export function zoneOf(requestText: string | undefined): string {
  if (requestText === undefined) return 'UTC'
  if (/^[+-]/.test(requestText)) throw invalid({ timeZone: { code: 'invalid-input' } })
  try {
    return new Intl.DateTimeFormat('en', { timeZone: requestText }).resolvedOptions().timeZone
  } catch {
    throw invalid({ timeZone: { code: 'invalid-input' } })
  }
}

/** Returns the giving level of a fundraiser's plan if it fits and has a place left. Faults are at `rewardId`. */
function requestedLevelFields(
  plan: Plan,
  campaigns: readonly CampaignForDonation[],
  rewardId: string | undefined,
): Level | undefined {
  if (rewardId === undefined) return undefined
  const level = plan.campaignId === null ? undefined : campaigns[0]?.levels.find(({ id }) => String(id) === rewardId)
  if (!level || !fitsPlan(level)) throw invalid({ rewardId: { code: 'level-not-found' } })
  if (remainingOf(level) === 0)
    throw new Problem('conflict', 'level-sold-out', { fields: { rewardId: { code: 'level-sold-out' } } })
  return level
}

/**
 * A fundraiser's plan gives to it alone; a programme gives to the donor's causes, or to the platform's choice each
 * time.
 */
const causesOf = (ports: SubscriptionPorts, plan: Plan, planRequest: PlanRequest, currency: Currency, now: Date) =>
  plan.campaignId === null
    ? validateCauses(ports, planRequest.causes ?? [], planRequest, currency, now)
    : validateCauses(
        ports,
        [{ campaignId: String(plan.campaignId), share: wholeShare }],
        planRequest,
        currency,
        now,
        () => 'donationAmountCurrency',
      )

/**
 * Validates causes: open, of verified charities, in the currency, verified for zakat if needed, with shares that add up
 * to the whole. An empty list means that the platform chooses. `fieldOf`: field of a currency fault for a cause that
 * the donor did not name.
 */
export async function validateCauses(
  ports: SubscriptionPorts,
  causes: readonly Cause[],
  planRequest: Pick<PlanRequest, 'isZakat'>,
  currency: Currency,
  now: Date,
  fieldOf = (position: number) => `causes.${position}`,
) {
  const ids = new Set(causes.map(({ campaignId }) => campaignId))
  const shares = causes.reduce((sum, { share }) => sum + share, 0)
  if (ids.size !== causes.length || (causes.length > 0 && shares !== wholeShare))
    throw invalid({ causes: { code: 'shares-not-whole' } })
  const campaigns = await Promise.all(
    causes.map(async ({ campaignId }, index) => {
      const campaign = await getCampaignForDonation(ports, BigInt(campaignId))
      if (!campaign) throw new Problem('not-found', 'campaign-not-found')
      refuseDonation(campaign, now)
      if (campaign.currency !== currency)
        throw invalid({ [fieldOf(index)]: { code: 'currency-not-accepted', params: { currency } } })
      if (planRequest.isZakat && !campaign.zakatVerified) throw invalid({ isZakat: { code: 'zakat-not-offered' } })
      return campaign
    }),
  )
  return { causes, campaigns }
}

function portionsIn(planRequest: PlanRequest, schedule: Schedule, currency: Currency): Portions {
  const numbers = numbersOf(schedule)
  if (numbers?.length === 0) throw invalid({ nights: { code: 'nights-missing' } })
  const amounts =
    planRequest.amounts &&
    Object.fromEntries(Object.entries(planRequest.amounts).map(([number, amount]) => [number, BigInt(amount)]))
  const gift = money(BigInt(planRequest.donationAmount), currency)
  const isNothing =
    amounts && numbers ? numbers.every((number) => (amounts[String(number)] ?? 0n) === 0n) : gift.amount === 0n
  if (isNothing) throw invalid({ donationAmount: { code: 'amount-missing' } })
  return portionsOf({
    schedule,
    gift,
    tip: money(BigInt(planRequest.tipAmount), currency),
    distribution: planRequest.distribution,
    amounts,
  })
}

type PricedNight = { readonly number: number | null; readonly gift: bigint; readonly tip: bigint }

/** Checks that each donation and each cause's part of it can be charged; faults of a night's amount name the night. */
export function refuseAmounts(
  {
    donations,
    causes,
    campaigns,
    currency,
    portions,
  }: Pick<Draft, 'causes' | 'campaigns' | 'currency' | 'portions'> & { readonly donations: readonly PricedNight[] },
  planRequest: Pick<PlanRequest, 'amounts'>,
): void {
  const fieldOf = (number: number | null) =>
    planRequest.amounts && number !== null ? `amounts.${number}` : 'donationAmount'
  for (const { gift, tip, number } of donations) {
    const offStep = checkStep(money(gift, currency))
    if (offStep) throw invalid({ [fieldOf(number)]: offStep })
    const parts = causes.length === 0 ? [{ campaignId: '', amount: gift }] : sharesOf(gift, currency, causes)
    for (const { campaignId, amount } of parts) {
      const campaign = campaigns.find(({ id }) => String(id) === campaignId)
      const donationData = campaign && dataOf(campaign, undefined)
      const fault = checkAmount(money(amount, currency), donationData?.minimumDonation ?? minimumAmount(currency))
      if (fault) throw invalid({ [fieldOf(number)]: fault })
    }
    const isTipped = campaigns.length === 0 || campaigns.some(({ tipsEnabled }) => tipsEnabled)
    const tipFault = checkTip(money(tip, currency), isTipped)
    if (tipFault) throw invalid({ tipAmount: tipFault })
    if ('each' in portions) return
  }
}
