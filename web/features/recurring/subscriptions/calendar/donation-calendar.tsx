import { dateTimeFormat } from '#shared/formats.ts'
import type { LocalDate } from '#shared/calendar.ts'
import { intlTag } from '#shared/text.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { DonationNumber } from '../donation-number.tsx'
import { DonationMark } from '../donation-mark.tsx'
import { adjacentMonth, firstWeekday, type Month, weeksOf } from './month.ts'
import { costOf, formatPlanMonth, type Plan, type PlanDonation } from '../plan-text.ts'

/** Hijri day and month by civil date. Computed on the server, since browsers' Hijri calendars differ (calendar-10). */
export type HijriDays = Readonly<Record<string, { readonly day: number; readonly month: string }>>

type Props = { readonly plan: Plan; readonly month: Month; readonly hijri: HijriDays }

/**
 * A month with all donations of a plan; a night's donation is on the evening before its day. Days show both calendars.
 */
export function DonationCalendar({ plan, month, hijri }: Props) {
  const t = useText()
  const locale = useLocale()
  const first = firstWeekday(locale)
  const donations = new Map(plan.occurrences.map((donation) => [donation.on, donation]))
  const weekday = (style: 'long' | 'narrow', position: number) =>
    // 5 January 2026 was a Monday.
    dateTimeFormat(intlTag(locale), { weekday: style, timeZone: 'UTC' }).format(
      new Date(Date.UTC(2026, 0, 4 + ((first + position - 1) % 7) + 1)),
    )
  const to = (by: 1 | -1) => `?month=${adjacentMonth(month, by)}#calendar`
  return (
    <div className="calendar">
      <div className="calendar-head">
        <a className="calendar-go" href={to(-1)} aria-label={t('managing.earlier')}>
          <Arrow isBack />
        </a>
        <h3 id="month">{formatPlanMonth(month, locale)}</h3>
        <a className="calendar-go" href={to(1)} aria-label={t('managing.later')}>
          <Arrow />
        </a>
      </div>
      <table aria-labelledby="month">
        <thead>
          <tr>
            {Array.from({ length: 7 }, (_, index) => (
              <th key={index} scope="col">
                <span className="visually-hidden">{weekday('long', index)}</span>
                <span aria-hidden="true">{weekday('narrow', index)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month, first).map((week, row) => (
            <tr key={row}>
              {week.map((day, index) =>
                day === null ? (
                  <td key={index}>{'\u00a0'}</td>
                ) : (
                  <Day key={day} day={day} hijri={hijri[day]} donation={donations.get(day)} plan={plan} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type DayProps = {
  readonly day: LocalDate
  readonly hijri: HijriDays[string] | undefined
  readonly donation: PlanDonation | undefined
  readonly plan: Plan
}

function Day({ day, hijri, donation, plan }: DayProps) {
  return (
    <td
      className={
        donation ? `calendar-date calendar-day calendar-day-${donation.status.toLowerCase()}` : 'calendar-date'
      }
    >
      <span className="calendar-day-dates">
        <span className="num">{Number(day.slice(8))}</span>
        {hijri ? (
          <span className="calendar-day-hijri num" title={hijri.month}>
            {hijri.day}
          </span>
        ) : null}
      </span>
      {donation ? (
        <span className="calendar-day-donation">
          {donation.number === null ? null : (
            <span className="calendar-day-night">
              <DonationNumber programme={plan.programme} number={donation.number} />
            </span>
          )}
          <DonationMark status={donation.status} isWordHidden />
          <span className="calendar-day-amount">
            <Amount minor={costOf(donation)} currency={plan.donationAmountCurrency} />
          </span>
        </span>
      ) : null}
    </td>
  )
}

const Arrow = ({ isBack = false }: { readonly isBack?: boolean }) => (
  <svg
    className={isBack ? 'calendar-arrow calendar-arrow-back' : 'calendar-arrow'}
    viewBox="0 0 20 20"
    width="20"
    height="20"
    aria-hidden="true"
  >
    <path
      d="M7.5 4l6 6-6 6"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)
