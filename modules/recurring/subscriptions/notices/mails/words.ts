import { dateTimeFormat, listFormat } from '#shared/formats.ts'
import { one } from '#shared/collections.ts'
import { formatDay, type LocalDate, localDate, localDateIn } from '#shared/calendar.ts'
import { formatHijriIn, type HijriMonths } from '#shared/hijri.ts'
import { formatMoney, money } from '#shared/money.ts'
import { zonePlace } from '#shared/zones.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { commaOf, dateTag, isolate, isRightToLeft, type Locale, type Params } from '#shared/text.ts'
import { isDailySchedule, type Schedule, timeOf } from '#modules/recurring/plans/rules/schedule.ts'
import type { Subscription } from '../../agreement/subscription-queries.ts'

/** Keeps numbers and codes left-to-right in Arabic text. */
const isolateLeftToRight = (locale: Locale, text: string): string =>
  isRightToLeft(locale) ? `\u2066${text}\u2069` : text

const twoDigits = (number: number): string => String(number).padStart(2, '0')
const utc = (date: LocalDate): Date => new Date(`${date}T00:00:00Z`)

const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  unionpay: 'UnionPay',
  jcb: 'JCB',
}

export type NamedCard = { readonly brand: string; readonly last4: string }

/**
 * Returns the text functions of a mail for its language, currency, time zone, and the months of the donor's calendar
 * group.
 */
export function wordsOf(
  subscription: Pick<Subscription, 'schedule' | 'timeZone' | 'currency' | 'programme'>,
  {
    locale,
    productName,
    months,
  }: { readonly locale: Locale; readonly productName: string; readonly months: HijriMonths },
) {
  const { schedule, timeZone, currency } = subscription
  const hijri = (date: LocalDate) => formatHijriIn(months, date, locale)
  // Keys are composed of the mail's kind and a reason; the tests compose every mail.
  const t = textsOf('recurring/plan-notices', locale, { product: productName }) as (
    key: string,
    params?: Params,
  ) => string
  const leftToRight = (text: string) => isolateLeftToRight(locale, text)
  const weekday = (date: LocalDate) =>
    dateTimeFormat(dateTag(locale), { timeZone: 'UTC', weekday: 'long' }).format(utc(date))
  const time = ({ hour, minute }: { readonly hour: number; readonly minute: number }) =>
    leftToRight(`${twoDigits(hour)}:${twoDigits(minute)}`)
  // 2028 is a leap year, so it has every possible day.
  const dayOfYear = ({ month, anchorDay }: { readonly month: number; readonly anchorDay: number }) =>
    dateTimeFormat(dateTag(locale), { timeZone: 'UTC', day: 'numeric', month: 'long' }).format(
      utc(localDate(`2028-${twoDigits(month)}-${twoDigits(anchorDay)}`)),
    )
  const zone = isRightToLeft(locale) ? isolate(zonePlace(timeZone, locale)) : zonePlace(timeZone, locale)
  const clockOf = (instant: Date) =>
    leftToRight(
      dateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(instant),
    )
  const day = (date: LocalDate) => `${weekday(date)} ${formatDay(date, locale)}`
  return {
    locale,
    t,
    day,
    time: time(timeOf(schedule)),
    zone,
    /** "Fri 27 Nov 2026" */
    shortDay: (date: LocalDate) =>
      dateTimeFormat(dateTag(locale), {
        timeZone: 'UTC',
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        year: 'numeric',
      })
        .format(utc(date))
        .replace(/[,،]/, ''),
    /** "Friday 27 November 2026 (17 Jumada al-Akhirah 1448 AH)" */
    both: (date: LocalDate) => `${day(date)} (${hijri(date)})`,
    hijri,
    clock: (instant: Date) => `${clockOf(instant)} (${zone})`,
    instant: (instant: Date) =>
      `${day(localDateIn(timeZone, instant))}${commaOf(locale)} ${clockOf(instant)} (${zone})`,
    month: (month: string) =>
      dateTimeFormat(dateTag(locale), { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(
        new Date(`${month}-01T00:00:00Z`),
      ),
    list: (parts: readonly string[]) => listFormat(locale, { type: 'conjunction' }).format(parts),
    /** "£10.00" in a sentence. */
    amount: (minor: bigint) => {
      const text = formatMoney(money(minor, currency), locale, { fractions: 'always' })
      return isRightToLeft(locale) ? isolate(text) : text
    },
    /** "£10.00" in a list. */
    exact: (minor: bigint) => formatMoney(money(minor, currency), locale, { fractions: 'always' }),
    when: () => t('zone', { when: whenOf(schedule, t, weekday, time, dayOfYear), zone }),
    plan: (causes: readonly { readonly name: string }[]) => planName(subscription, causes, t),
    card: (card: NamedCard | undefined) => (card ? `${brands[card.brand] ?? card.brand} ···· ${card.last4}` : ''),
    cardIn: (card: NamedCard | undefined) =>
      card ? t('card-ending', { last4: leftToRight(card.last4) }) : t('card-any'),
    share: (share: number) => String(share / 100),
  }
}
export type PlanWords = ReturnType<typeof wordsOf>

type Translate = (key: string, params?: Params) => string

/** Returns the name of a plan: its programme, or its frequency and fundraiser. */
function planName(
  { programme, schedule }: Pick<Subscription, 'programme' | 'schedule'>,
  causes: readonly { readonly name: string }[],
  t: Translate,
): string {
  if (programme) return t(programme, 'hijriYear' in schedule ? { year: String(schedule.hijriYear) } : {})
  const kind = isDailySchedule(schedule) ? 'day' : schedule.kind
  return causes.length === 1 ? t(`plan-${kind}`, { cause: isolate(one(causes).name) }) : t(`plan-${kind}-free`)
}

function whenOf(
  schedule: Schedule,
  t: Translate,
  weekday: (date: LocalDate) => string,
  time: (position: { readonly hour: number; readonly minute: number }) => string,
  dayOfYear: (input: { readonly month: number; readonly anchorDay: number }) => string,
): string {
  const place = time(timeOf(schedule))
  switch (schedule.kind) {
    case 'week':
      // 5 January 1970 was a Monday.
      return t('when-week', { weekday: weekday(localDate(`1970-01-${twoDigits(4 + schedule.weekday)}`)), time: place })
    case 'month':
      return t(schedule.anchorDay > 28 ? 'when-month-late' : 'when-month', {
        day: String(schedule.anchorDay),
        time: place,
      })
    case 'year':
      return t('when-year', { day: dayOfYear(schedule), time: place })
    default:
      return t(`when-${schedule.kind}`, { time: place })
  }
}
