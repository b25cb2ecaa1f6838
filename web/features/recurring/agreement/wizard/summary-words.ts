import { type Currency, formatMoney, money } from '#shared/money.ts'
import type { Locale } from '#shared/text.ts'
import type { Programme } from '#modules/recurring/plans/rules/schedule.ts'
import type { PlanPreview } from '#modules/recurring/agreement/contract-views.ts'
import type { Translate } from '../../../../lib/text.tsx'
import { shortDay, timeIn, zoneName } from '../calendar/plan-days.ts'
import { isCounted } from './programme.ts'
import type { PlanFrequency } from './wish.ts'

export type SummaryOf = {
  readonly programme: Programme | null
  readonly frequency: PlanFrequency | undefined
  /** The last day it gives on; empty: none was chosen. */
  readonly until: string
}
type Gift = PlanPreview['gifts'][number]

const costOf = ({ gift, tip, coveredFee }: Gift): number => gift + tip + coveredFee

/** The sums of a preview that the moon may still change: with the fewest nights, and with the most. */
export function rangeOf({ gifts, total, totalOf29, thirtieth }: PlanPreview) {
  const low = totalOf29 ?? total
  const high = thirtieth ? total + costOf(thirtieth) : total
  const fewest = totalOf29 === null ? gifts.length : gifts.length - 1
  return {
    low,
    high,
    fewest,
    most: thirtieth ? gifts.length + 1 : gifts.length,
    maybe: thirtieth ?? (totalOf29 === null ? undefined : gifts.at(-1)),
  }
}

const dayText = (day: string, locale: Locale): string => text(shortDay(day, locale, true))
const text = (words: string) => `\u2068${words}\u2069`

/** "$180 or $200", "$20 every Friday", in the words of the summary and the button. */
export function summaryWords(t: Translate, locale: Locale, of: SummaryOf, preview: PlanPreview) {
  const show = (minor: number) =>
    text(formatMoney(money(BigInt(minor), preview.currency as Currency), locale, { fractions: 'auto' }))
  const day = (gift: Gift, withYear = false) => text(shortDay(gift.on, locale, withYear))
  const { low, high, fewest, most, maybe } = rangeOf(preview)
  const first = preview.gifts[0]!
  const last = preview.gifts[fewest - 1] ?? first
  const amount = low === high ? show(low) : t('wizard.or', { low: show(low), high: show(high) })
  const counted = isCounted(of.programme)
  const each = show(costOf(first))
  const weekday = new Intl.DateTimeFormat(locale === 'ar' ? 'ar' : 'en-GB', {
    weekday: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${first.on}T00:00:00Z`))
  return {
    amount: counted ? amount : each,
    headline: counted
      ? amount
      : of.programme === 'FridayGivers'
        ? t('wizard.each-friday', { amount: each })
        : of.frequency === 'day' || of.programme === 'DailyGivers'
          ? t('wizard.each-day', { amount: each })
          : of.frequency === 'month'
            ? t('wizard.each-month', { amount: each })
            : t('wizard.each-week', { amount: each, weekday }),
    count:
      of.programme === 'Ramadan30Nights'
        ? most > fewest
          ? t('wizard.nights-or', { count: fewest, more: most })
          : t('wizard.nights-count', { count: fewest })
        : of.programme === 'DhulHijjah'
          ? t('wizard.days-count', { count: fewest })
          : undefined,
    dates: !counted
      ? of.until
        ? t('wizard.first-until', { first: day(first, true), until: dayText(of.until, locale) })
        : t('wizard.first', { first: day(first, true) })
      : maybe && maybe !== first
        ? t('wizard.first-last-or', { first: day(first, true), last: day(last), maybe: day(maybe) })
        : t('wizard.first-last', { first: day(first, true), last: day(last) }),
    clock: t('wizard.clock', {
      time: text(timeIn(first.dueAt, preview.timeZone)),
      zone: text(zoneName(preview.timeZone)),
    }),
    day,
    show,
  }
}

/**
 * The button that begins it, with what is agreed to: how much, how often and, where a last day was chosen, until when
 * (recurring-17).
 */
export function beginWords(t: Translate, locale: Locale, of: SummaryOf, amount: string): string {
  if (isCounted(of.programme)) return t('wizard.begin-total', { amount })
  const begin = repeatWords(t, of, amount)
  return of.until ? t('wizard.begin-until', { begin, until: dayText(of.until, locale) }) : begin
}

function repeatWords(t: Translate, of: SummaryOf, amount: string): string {
  if (of.programme === 'FridayGivers') return t('wizard.begin-friday', { amount })
  if (of.programme === 'DailyGivers' || of.frequency === 'day') return t('wizard.begin-day', { amount })
  return t(of.frequency === 'month' ? 'wizard.begin-month' : 'wizard.begin-week', { amount })
}
