import { dateTimeFormat } from '#shared/formats.ts'
import { one } from '#shared/collections.ts'
import { formatMoney, money } from '#shared/money.ts'
import { isolate, dateTag, type Locale } from '#shared/text.ts'
import type { Programme } from '#modules/recurring/plans/rules/schedule.ts'
import type { PlanPreview } from '#modules/recurring/subscriptions/contract-views.ts'
import type { Translate } from '#web/lib/text.tsx'
import { shortPlanDay, timeIn } from '../calendar/plan-days.ts'
import { zoneCity } from '#shared/zones.ts'
import { hasNumberedDays } from './programme.ts'
import type { PlanFrequency } from './plan-form.ts'
import type { Json } from '#shared/wire/json.ts'

export type SummaryOf = {
  readonly programme: Programme | null
  readonly frequency: PlanFrequency | undefined
  /** Last day of the plan; empty if not chosen. */
  readonly until: string
}
type Donation = Json<PlanPreview>['donations'][number]

const costOf = ({ gift, tip, coveredFee }: Donation): number => gift + tip + coveredFee

/** Returns the lowest and the highest total of a preview whose month may have 29 or 30 days. */
export function rangeOf({ donations, total, totalOf29, thirtieth }: Json<PlanPreview>) {
  const low = totalOf29 ?? total
  const high = thirtieth ? total + costOf(thirtieth) : total
  const fewest = totalOf29 === null ? donations.length : donations.length - 1
  return {
    low,
    high,
    fewest,
    most: thirtieth ? donations.length + 1 : donations.length,
    maybe: thirtieth ?? (totalOf29 === null ? undefined : donations.at(-1)),
  }
}

const dayText = (day: string, locale: Locale): string => isolate(shortPlanDay(day, locale, true))

/** Formats the summary, such as "$180 or $200" or "$20 every Friday". */
export function formatPlanSummary(t: Translate, locale: Locale, summary: SummaryOf, preview: Json<PlanPreview>) {
  const show = (minor: number) =>
    isolate(formatMoney(money(BigInt(minor), preview.currency), locale, { fractions: 'auto' }))
  const day = (donation: Donation, withYear = false) => isolate(shortPlanDay(donation.on, locale, withYear))
  const { low, high } = rangeOf(preview)
  const first = one(preview.donations)
  const range = low === high ? show(low) : t('wizard.or', { low: show(low), high: show(high) })
  const counted = hasNumberedDays(summary.programme)
  const amount = counted ? range : show(costOf(first))
  const dates = counted
    ? countedDates(t, preview, day)
    : repeatedDates(t, day(first, true), summary.until && dayText(summary.until, locale))
  return {
    amount,
    headline: counted ? amount : repeatHeadline(t, locale, summary, { amount, day: first.on }),
    count: countText(t, summary.programme, preview),
    dates,
    clock: clockText(t, preview),
    day,
    show,
  }
}

/** The time of the charges, and that of a night which awaits the announcement of its month. */
function clockText(t: Translate, { donations, timeZone }: Json<PlanPreview>): string {
  const uncertain = donations.find(({ isUncertain }) => isUncertain)
  const certain = donations.find(({ isUncertain }) => !isUncertain)
  const time = isolate(timeIn((certain ?? one(donations)).dueAt, timeZone))
  const zone = isolate(zoneCity(timeZone))
  return uncertain && certain
    ? t('wizard.clock-uncertain', { time, zone, latest: isolate(timeIn(uncertain.dueAt, timeZone)) })
    : t('wizard.clock', { time, zone })
}

/** Formats the amount of each donation as "$20 every Friday". `day`: the first day, which determines the weekday. */
function repeatHeadline(
  t: Translate,
  locale: Locale,
  { programme, frequency }: SummaryOf,
  { amount, day }: { readonly amount: string; readonly day: string },
): string {
  if (programme === 'FridayGivers') return t('wizard.each-friday', { amount })
  if (programme === 'DailyGivers' || frequency === 'day') return t('wizard.each-day', { amount })
  if (frequency === 'month') return t('wizard.each-month', { amount })
  const weekday = dateTimeFormat(dateTag(locale), {
    weekday: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))
  return t('wizard.each-week', { amount, weekday })
}

/** Formats the number of donations as "29 or 30 nights" or "10 days"; undefined if it isn't fixed. */
function countText(t: Translate, programme: Programme | null, preview: Json<PlanPreview>): string | undefined {
  const { fewest, most } = rangeOf(preview)
  if (programme === 'DhulHijjah') return t('wizard.days-count', { count: fewest })
  if (programme !== 'Ramadan30Nights') return undefined
  return most > fewest
    ? t('wizard.nights-or', { count: fewest, more: most })
    : t('wizard.nights-count', { count: fewest })
}

function countedDates(
  t: Translate,
  preview: Json<PlanPreview>,
  day: (donation: Donation, withYear?: boolean) => string,
): string {
  const { fewest, maybe } = rangeOf(preview)
  const first = one(preview.donations)
  const dates = { first: day(first, true), last: day(preview.donations[fewest - 1] ?? first) }
  return maybe && maybe !== first
    ? t('wizard.first-last-or', { ...dates, maybe: day(maybe) })
    : t('wizard.first-last', dates)
}

/** Formats the first and last day. `until`: the formatted last day; empty if not chosen. */
const repeatedDates = (t: Translate, first: string, until: string): string =>
  until ? t('wizard.first-until', { first, until }) : t('wizard.first', { first })

/**
 * Returns the label of the button that starts the plan: the amount, the frequency and, if chosen, the last day
 * (recurring-17).
 */
export function formatStartButton(t: Translate, locale: Locale, summary: SummaryOf, amount: string): string {
  if (hasNumberedDays(summary.programme)) return t('wizard.begin-total', { amount })
  const begin = repeatText(t, summary, amount)
  return summary.until ? t('wizard.begin-until', { begin, until: dayText(summary.until, locale) }) : begin
}

function repeatText(t: Translate, summary: SummaryOf, amount: string): string {
  if (summary.programme === 'FridayGivers') return t('wizard.begin-friday', { amount })
  if (summary.programme === 'DailyGivers' || summary.frequency === 'day') return t('wizard.begin-day', { amount })
  return t(summary.frequency === 'month' ? 'wizard.begin-month' : 'wizard.begin-week', { amount })
}
