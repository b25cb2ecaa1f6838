import { addDays } from '#shared/date-arithmetic.ts'
import { dateTimeFormat } from '#shared/formats.ts'
import { type LocalDate, hijriOf, localDate, localDateIn } from '#shared/calendar.ts'
import { type HijriMonths } from '#shared/hijri.ts'
import { isUuid } from '#shared/ids.ts'
import { type Currency, isCurrency, money } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import {
  type Level,
  assertOffered,
  type CampaignForDonation,
  getCampaignForDonation,
  assertAcceptsDonations,
} from '#modules/causes/campaigns/index.ts'
import { remainingOf } from '#modules/causes/campaigns/rules/level.ts'
import { fitsPlan } from '#modules/causes/campaigns/rules/plan-level.ts'
import { donationDataOf } from '#modules/money/giving/index.ts'
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
import type { PlanRequest } from '../contract.ts'
import type { SubscriptionPorts } from './ports.ts'
import { assertTotalChargeable, parsePlanTotal, withTotal } from './total.ts'
import { endsWithinDays, nextHijriYear, scheduleOf, startsWithinDays } from '../rules/requested-schedule.ts'
import type { Cause, Portions } from '../rules/portions.ts'
import { causeSharesOf, occurrenceNumbersOf, portionOf, portionsOf, wholeShare } from '../rules/portions.ts'

/** A validated plan: everything that a subscription needs except donor and card. */
export type Draft = {
  readonly plan: Plan
  readonly schedule: Schedule
  readonly timeZone: string
  readonly calendar: CalendarGroup
  readonly months: HijriMonths
  readonly currency: Currency
  readonly portions: Portions
  /** Sum at which the plan ends; null: no limit. */
  readonly total: bigint | null
  readonly causes: readonly Cause[]
  readonly campaigns: readonly CampaignForDonation[]
  /** The giving level. It sets the amount of each donation and is fulfilled with the first. */
  readonly level: Level | undefined
  readonly startsOn: LocalDate
  readonly endsOn: LocalDate | null
  /** All donations of a programme, or up to twelve next ones of a civil plan. */
  readonly donations: readonly (Occurrence & { readonly gift: bigint; readonly tip: bigint })[]
}

export const invalid = (
  fields: Readonly<Record<string, { code: string; params?: Readonly<Record<string, string | number>> }>>,
) => new Problem('validation', 'invalid-input', { fields })

/** Days ahead that are searched for the next donations of a civil plan. */
const previewDays = 400
const previewDonations = 12

const ramadan = 9
const lastNight = 30

/**
 * Validates a plan request. Throws `plan-not-found`, `campaign-not-found`, `campaign-closed`, `nothing-to-give` (none
 * of the chosen donations is in the future), and faults at the fields that caused them.
 */
export async function draftOf(
  ports: SubscriptionPorts,
  country: string | undefined,
  planRequest: PlanRequest,
): Promise<Draft> {
  const plan = isUuid(planRequest.givingPlanId) ? await findPlan(ports, planRequest.givingPlanId) : undefined
  if (!plan?.isEnabled) throw new Problem('not-found', 'plan-not-found')
  const currency = currencyOf(planRequest)
  const timeZone = parseTimeZone(planRequest.timeZone)
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
  // Plans are only charged to cards.
  for (const campaign of campaigns) assertOffered(campaign, { frequency, method: 'card' })
  const level = requestedLevelFields(plan, campaigns, planRequest.rewardId)
  const endsOn = planRequest.unsubscribedAt ? localDate(planRequest.unsubscribedAt) : null
  if (endsOn !== null && endsOn < startsOn) throw invalid({ unsubscribedAt: { code: 'end-before-start' } })
  if (endsOn !== null && endsOn > addDays(today, endsWithinDays))
    throw invalid({ unsubscribedAt: { code: 'day-too-far' } })
  const previewUntil = addDays(startsOn, previewDays)
  const until = endsOn !== null && endsOn < previewUntil ? endsOn : previewUntil
  const coming = occurrencesIn(chosen, { timeZone, from: startsOn, until }, months).filter(({ dueAt }) => dueAt > now)
  const schedule = withoutPast(chosen, coming, { months, until, amounts: planRequest.amounts })
  // The amount of a level replaces the typed one (S1 §5).
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
  assertAmountsChargeable(draft, planRequest)
  assertTotalChargeable(draft)
  return draft
}

type Coming = { readonly months: HijriMonths; readonly until: LocalDate; readonly amounts: PlanRequest['amounts'] }

/**
 * Removes past nights or days of a running programme; the total is divided among the remaining ones (calendar-9). A
 * thirtieth night that only a moon sighting can add gets no share of a total; it is charged if it has its own amount.
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
  const canStillCome = isOpen && addDays(months.startOf(hijriYear, ramadan), lastNight - 2) <= until
  return {
    ...schedule,
    nights: schedule.nights.filter((number) => isComing(number) || (number === lastNight && canStillCome)),
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

/**
 * Validates a time zone. Only named zones are accepted: an offset has no summer time, and PostgreSQL reads its sign the
 * other way round.
 */
export function parseTimeZone(typed: string | undefined): string {
  if (typed === undefined) return 'UTC'
  if (/^[+-]/.test(typed)) throw invalid({ timeZone: { code: 'invalid-input' } })
  try {
    return dateTimeFormat('en', { timeZone: typed }).resolvedOptions().timeZone
  } catch {
    throw invalid({ timeZone: { code: 'invalid-input' } })
  }
}

/**
 * Returns the requested giving level of a fundraiser's plan if it fits and has units left. Faults are at `rewardId`.
 */
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
 * Returns the causes: the fundraiser of its own plan; for a programme, the donor's causes, or none if the platform
 * chooses each time.
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
 * Validates causes: each accepts donations in the currency, its charity is verified, for zakat too if needed, and the
 * shares add up to the whole. An empty list means that the platform chooses. `fieldOf` names the field of a currency
 * fault for a cause that the donor didn't name.
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
      assertAcceptsDonations(campaign, now)
      if (campaign.currency !== currency)
        throw invalid({ [fieldOf(index)]: { code: 'currency-not-accepted', params: { currency } } })
      if (planRequest.isZakat && !campaign.zakatVerified) throw invalid({ isZakat: { code: 'zakat-not-offered' } })
      return campaign
    }),
  )
  return { causes, campaigns }
}

function portionsIn(planRequest: PlanRequest, schedule: Schedule, currency: Currency): Portions {
  const numbers = occurrenceNumbersOf(schedule)
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
type PricedDraft = Pick<Draft, 'causes' | 'campaigns' | 'currency' | 'portions'> & {
  readonly donations: readonly PricedNight[]
}

/** Checks that each donation and each cause's part of it is chargeable. A fault of a night's amount names the night. */
export function assertAmountsChargeable(
  { donations, causes, campaigns, currency, portions }: PricedDraft,
  planRequest: Pick<PlanRequest, 'amounts'>,
): void {
  const fieldOf = (number: number | null) =>
    planRequest.amounts && number !== null ? `amounts.${number}` : 'donationAmount'
  const isTipped = campaigns.length === 0 || campaigns.some(({ tipsEnabled }) => tipsEnabled)
  for (const { gift, tip, number } of donations) {
    const offStep = checkStep(money(gift, currency))
    if (offStep) throw invalid({ [fieldOf(number)]: offStep })
    const parts = causes.length === 0 ? [{ campaignId: '', amount: gift }] : causeSharesOf(gift, currency, causes)
    for (const { campaignId, amount } of parts) {
      const campaign = campaigns.find(({ id }) => String(id) === campaignId)
      const donationData = campaign && donationDataOf(campaign, undefined)
      const fault = checkAmount(money(amount, currency), donationData?.minimumDonation ?? minimumAmount(currency))
      if (fault) throw invalid({ [fieldOf(number)]: fault })
    }
    const tipFault = checkTip(money(tip, currency), isTipped)
    if (tipFault) throw invalid({ tipAmount: tipFault })
    if ('each' in portions) return
  }
}
