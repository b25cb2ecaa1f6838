import { type LocalDate, hijriOf, localDate, localDateIn } from '#shared/calendar.ts'
import { addDays, type HijriMonths } from '#shared/hijri.ts'
import { isUuid } from '#shared/ids.ts'
import { type Currency, isCurrency, money } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import { refuseUnoffered } from '#modules/causes/campaigns/index-ways.ts'
import { type CampaignForGift, getCampaignForGift, refuseDonation } from '#modules/causes/campaigns/index.ts'
import type { Level } from '#modules/causes/campaigns/index-levels.ts'
import { remainingOf } from '#modules/causes/campaigns/rules/level.ts'
import { fitsPlan } from '#modules/causes/campaigns/rules/plan-level.ts'
import { factsOf } from '#modules/money/giving/index-order.ts'
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
import type { PlanAsked } from './contract.ts'
import type { SubscriptionPorts } from './port.ts'
import { refuseTotal, totalAsked, withTotal } from './total.ts'
import { endsWithinDays, nextHijriYear, scheduleOf, startsWithinDays } from './rules/plan-of.ts'
import { type Cause, numbersOf, portionOf, type Portions, portionsOf, sharesOf, wholeShare } from './rules/portions.ts'

/** What a donor asks for, judged: everything a subscription is made of but who gives and with which card. */
export type Draft = {
  readonly plan: Plan
  readonly schedule: Schedule
  readonly timeZone: string
  readonly calendar: CalendarGroup
  readonly months: HijriMonths
  readonly currency: Currency
  readonly portions: Portions
  /** The sum at which it ends; null: it has none. */
  readonly total: bigint | null
  readonly causes: readonly Cause[]
  readonly campaigns: readonly CampaignForGift[]
  /** What each gift is worth, and what its organizer owes for the first of them. */
  readonly level: Level | undefined
  readonly startsOn: LocalDate
  readonly endsOn: LocalDate | null
  /** Gifts of a programme, all of them; of a civil plan the next ones, twelve at most. */
  readonly gifts: readonly (Occurrence & { readonly gift: bigint; readonly tip: bigint })[]
}

export const invalid = (
  fields: Readonly<Record<string, { code: string; params?: Readonly<Record<string, string | number>> }>>,
) => new Problem('validation', 'invalid-input', { fields })

/** Looks a year ahead for the next gifts of a civil plan. */
const previewDays = 400
const previewGifts = 12

const ramadan = 9
const lastNight = 30

/**
 * From what was asked to what would be given. Throws `plan-not-found`, `campaign-not-found`, `campaign-closed`,
 * `nothing-to-give` (no gift is left of what was chosen), and faults at the fields that caused them.
 */
export async function draftOf(ports: SubscriptionPorts, country: string | undefined, asked: PlanAsked): Promise<Draft> {
  const plan = isUuid(asked.givingPlanId) ? await findPlan(ports, asked.givingPlanId) : undefined
  if (!plan?.isEnabled) throw new Problem('not-found', 'plan-not-found')
  const currency = currencyOf(asked)
  const timeZone = zoneOf(asked.timeZone)
  const calendar = asked.calendar ?? calendarGroupOf(country)
  const months = await monthsFor(ports, calendar)
  const now = ports.clock()
  const today = localDateIn(timeZone, now)
  const startsOn = asked.startsOn === undefined ? today : localDate(asked.startsOn)
  if (startsOn < today) throw invalid({ startsOn: { code: 'day-passed' } })
  if (startsOn > addDays(today, startsWithinDays)) throw invalid({ startsOn: { code: 'day-too-far' } })
  const hijriYear = asked.hijriYear ?? nextHijriYear(plan.programme, today, hijriOf(today).year, months)
  const frequency =
    plan.campaignId === null && plan.programme === null ? (asked.frequencyType ?? plan.frequency) : plan.frequency
  const days = scheduleOf({ ...asked, programme: plan.programme, frequency, startsOn, hijriYear })
  if (!days) throw invalid({ frequencyType: { code: 'invalid-input' } })
  const chosen = scheduleAt(days, ports.chargeTimes)
  const { causes, campaigns } = await causesOf(ports, plan, asked, currency, now)
  // A plan is collected from a card.
  for (const campaign of campaigns) refuseUnoffered(campaign, { frequency, method: 'card' })
  const level = levelAsked(plan, campaigns, asked.rewardId)
  const endsOn = asked.unsubscribedAt ? localDate(asked.unsubscribedAt) : null
  if (endsOn !== null && endsOn < startsOn) throw invalid({ unsubscribedAt: { code: 'end-before-start' } })
  if (endsOn !== null && endsOn > addDays(today, endsWithinDays))
    throw invalid({ unsubscribedAt: { code: 'day-too-far' } })
  const shown = addDays(startsOn, previewDays)
  const until = endsOn !== null && endsOn < shown ? endsOn : shown
  const coming = occurrencesIn(chosen, { timeZone, from: startsOn, until }, months).filter(({ dueAt }) => dueAt > now)
  const schedule = withoutPast(chosen, coming, { months, until, amounts: asked.amounts })
  // A level replaces the amount that was typed (S1 §5).
  const portions = portionsIn(level ? { ...asked, donationAmount: Number(level.amount) } : asked, schedule, currency)
  const total = totalAsked(asked, schedule)
  const priced = coming.flatMap((occurrence) => {
    const portion = portionOf(portions, occurrence.number)
    return portion ? [{ ...occurrence, ...portion }] : []
  })
  const gifts = withTotal({ total, currency, portions }, priced)
  if (gifts.length === 0) throw new Problem('conflict', 'nothing-to-give')
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
    gifts: isProgrammeOfNights(schedule) ? gifts : gifts.slice(0, previewGifts),
  }
  refuseAmounts(draft, asked)
  refuseTotal(draft)
  return draft
}

type Coming = { readonly months: HijriMonths; readonly until: LocalDate; readonly amounts: PlanAsked['amounts'] }

/**
 * Of a programme that has begun only the nights or days that are still to come: whoever joins late gives all they named
 * to those (calendar-9). A thirtieth night that only the moon may bring has no share of a total; it is given where
 * it has an amount of its own.
 */
function withoutPast(schedule: Schedule, coming: readonly Occurrence[], { months, until, amounts }: Coming): Schedule {
  const isComing = (number: number) => coming.some((each) => each.number === number)
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

function currencyOf(asked: PlanAsked): Currency {
  const { donationAmountCurrency: currency } = asked
  if (!isCurrency(currency))
    throw invalid({ donationAmountCurrency: { code: 'currency-not-accepted', params: { currency } } })
  if (asked.tipAmountCurrency !== undefined && asked.tipAmountCurrency !== currency)
    throw invalid({
      tipAmountCurrency: { code: 'currency-not-accepted', params: { currency: asked.tipAmountCurrency } },
    })
  return currency
}

/** A zone by its name: a bare offset knows no summer time, and a database reads its sign the other way round. */
export function zoneOf(asked: string | undefined): string {
  if (asked === undefined) return 'UTC'
  if (/^[+-]/.test(asked)) throw invalid({ timeZone: { code: 'invalid-input' } })
  try {
    return new Intl.DateTimeFormat('en', { timeZone: asked }).resolvedOptions().timeZone
  } catch {
    throw invalid({ timeZone: { code: 'invalid-input' } })
  }
}

/**
 * The level a plan of a fundraiser is to be begun with: one of its own that fits and has a place left. Faults stand at
 * `rewardId`.
 */
function levelAsked(
  plan: Plan,
  campaigns: readonly CampaignForGift[],
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
 * A plan of a fundraiser gives to it alone; a programme to what the donor chose, or to what the platform will choose
 * each time.
 */
const causesOf = (ports: SubscriptionPorts, plan: Plan, asked: PlanAsked, currency: Currency, now: Date) =>
  plan.campaignId === null
    ? judgedCauses(ports, asked.causes ?? [], asked, currency, now)
    : judgedCauses(
        ports,
        [{ campaignId: String(plan.campaignId), share: wholeShare }],
        asked,
        currency,
        now,
        () => 'donationAmountCurrency',
      )

/**
 * Causes that may be given to: open, of verified charities, in the currency, and for Zakat verified; their shares come
 * to the whole. None: the platform chooses. `fieldOf`: where a currency that one of them does not take is told, for a
 * cause that nobody named.
 */
export async function judgedCauses(
  ports: SubscriptionPorts,
  causes: readonly Cause[],
  asked: Pick<PlanAsked, 'isZakat'>,
  currency: Currency,
  now: Date,
  fieldOf = (at: number) => `causes.${at}`,
) {
  const ids = new Set(causes.map(({ campaignId }) => campaignId))
  const shares = causes.reduce((sum, { share }) => sum + share, 0)
  if (ids.size !== causes.length || (causes.length > 0 && shares !== wholeShare))
    throw invalid({ causes: { code: 'shares-not-whole' } })
  const campaigns = await Promise.all(
    causes.map(async ({ campaignId }, at) => {
      const campaign = await getCampaignForGift(ports, BigInt(campaignId))
      if (!campaign) throw new Problem('not-found', 'campaign-not-found')
      refuseDonation(campaign, now)
      if (campaign.currency !== currency)
        throw invalid({ [fieldOf(at)]: { code: 'currency-not-accepted', params: { currency } } })
      if (asked.isZakat && !campaign.zakatVerified) throw invalid({ isZakat: { code: 'zakat-not-offered' } })
      return campaign
    }),
  )
  return { causes, campaigns }
}

function portionsIn(asked: PlanAsked, schedule: Schedule, currency: Currency): Portions {
  const numbers = numbersOf(schedule)
  if (numbers?.length === 0) throw invalid({ nights: { code: 'nights-missing' } })
  const amounts =
    asked.amounts &&
    Object.fromEntries(Object.entries(asked.amounts).map(([number, amount]) => [number, BigInt(amount)]))
  const gift = money(BigInt(asked.donationAmount), currency)
  const isNothing =
    amounts && numbers ? numbers.every((number) => (amounts[String(number)] ?? 0n) === 0n) : gift.amount === 0n
  if (isNothing) throw invalid({ donationAmount: { code: 'amount-missing' } })
  return portionsOf({
    schedule,
    gift,
    tip: money(BigInt(asked.tipAmount), currency),
    distribution: asked.distribution,
    amounts,
  })
}

type PricedNight = { readonly number: number | null; readonly gift: bigint; readonly tip: bigint }

/**
 * Checks that each donation can be charged and each cause's part of it could be given alone; amounts of nights name
 * their night.
 */
export function refuseAmounts(
  {
    gifts,
    causes,
    campaigns,
    currency,
    portions,
  }: Pick<Draft, 'causes' | 'campaigns' | 'currency' | 'portions'> & { readonly gifts: readonly PricedNight[] },
  asked: Pick<PlanAsked, 'amounts'>,
): void {
  const fieldOf = (number: number | null) => (asked.amounts && number !== null ? `amounts.${number}` : 'donationAmount')
  for (const { gift, tip, number } of gifts) {
    const offStep = checkStep(money(gift, currency))
    if (offStep) throw invalid({ [fieldOf(number)]: offStep })
    const parts = causes.length === 0 ? [{ campaignId: '', amount: gift }] : sharesOf(gift, currency, causes)
    for (const { campaignId, amount } of parts) {
      const campaign = campaigns.find(({ id }) => String(id) === campaignId)
      const facts = campaign && factsOf(campaign, undefined)
      const fault = checkAmount(money(amount, currency), facts?.minimumGift ?? minimumAmount(currency))
      if (fault) throw invalid({ [fieldOf(number)]: fault })
    }
    const isTipped = campaigns.length === 0 || campaigns.some(({ tipsEnabled }) => tipsEnabled)
    const tipFault = checkTip(money(tip, currency), isTipped)
    if (tipFault) throw invalid({ tipAmount: tipFault })
    if ('each' in portions) return
  }
}
