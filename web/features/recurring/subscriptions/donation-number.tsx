import { formatDay, type LocalDate } from '#shared/calendar.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { BothDays } from '#web/features/money/giving/donation-list.tsx'
import type { PlanInList } from './plan-text.ts'

/** Number of the night or day. A night starts on the evening before its day, so its date alone would be ambiguous. */
export function DonationNumber({
  programme,
  number,
}: {
  readonly programme: PlanInList['programme']
  readonly number: number | null
}) {
  const t = useText()
  if (number === null) return null
  const isNight = programme === 'Ramadan30Nights'
  return (
    <>
      {t(isNight ? 'managing.night' : 'managing.day-number', { number })}{' '}
      {isNight && number % 2 === 1 ? <OddStar /> : null}
    </>
  )
}

/** A donation's date in both calendars. A night shows its evening, followed by the Hijri date. */
export function DonationDays({
  programme,
  donation,
}: {
  readonly programme: PlanInList['programme']
  readonly donation: { readonly on: string; readonly onHijri: string }
}) {
  const t = useText()
  const locale = useLocale()
  const words =
    programme === 'Ramadan30Nights'
      ? { words: t('managing.evening', { day: formatDay(donation.on as LocalDate, locale) }) }
      : {}
  return <BothDays day={donation.on} hijri={donation.onHijri} {...words} />
}

/** Marks odd nights with a star and a label, so that colour is never the only cue. */
function OddStar() {
  const t = useText()
  return (
    <svg className="calendar-odd" viewBox="0 0 16 16" width="13" height="13" role="img" aria-label={t('managing.odd')}>
      <path
        d="M8 1.2l2 4.3 4.7.5-3.5 3.2 1 4.6L8 11.4l-4.2 2.4 1-4.6L1.3 6l4.7-.5z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinejoin="round"
      />
    </svg>
  )
}
