import { dateTimeFormat } from '#shared/formats.ts'
import type { HistoryDonation } from '#modules/money/giving/contract-history.ts'
import { formatDay, type LocalDate } from '#shared/calendar.ts'
import { intlTag, type Locale } from '#shared/text.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Json } from '#shared/wire/json.ts'

/**
 * A day in both calendars, Gregorian first. The server computes the Hijri date because browsers disagree on some days
 * (calendar-10).
 */
export function BothDays({
  day,
  hijri,
  words,
}: {
  readonly day: string
  readonly hijri: string
  /** Text shown in place of the Gregorian date alone. */ readonly words?: string
}) {
  const locale = useLocale()
  return (
    <span className="donation-days">
      <span>{words ?? formatDay(day as LocalDate, locale)}</span>
      <span className="quiet small">{hijri}</span>
    </span>
  )
}

const signs: Readonly<Record<HistoryDonation['status'], string>> = {
  succeeded: '✓',
  'partly-refunded': '↩',
  refunded: '↩',
  processing: '…',
  unknown: '…',
  declined: '✕',
}

/** A donation's status as an icon and a word, never by colour alone (WCAG 1.4.1). */
export function DonationStatus({ status }: { readonly status: HistoryDonation['status'] }) {
  const t = useText()
  return (
    <span className={`donation-status donation-status-${status}`}>
      <span aria-hidden="true">{signs[status]}</span> {t(`donations.status-${status}`)}
    </span>
  )
}

/** A donation with its Hijri date. */
export type DonationInList = Json<HistoryDonation> & { readonly givenOnHijri: string }

/** A list of donations, each linking to its details. */
export function DonationHistoryList({ donations }: { readonly donations: readonly DonationInList[] }) {
  const t = useText()
  const locale = useLocale()
  return (
    <ul className="donation-list">
      {donations.map((donation) => (
        <li key={donation.id} className="donation-row">
          <div className="donation-what">
            <a href={`/account/donations/${donation.id}`} lang={donation.campaign.language} dir="auto">
              {donation.campaign.name}
            </a>
            <span className="quiet small">
              <bdi>
                {locale === 'ar' && donation.organization.nameAr
                  ? donation.organization.nameAr
                  : donation.organization.name}
              </bdi>
            </span>
          </div>
          <BothDays day={donation.givenOn} hijri={donation.givenOnHijri} />
          <span className="donation-marks">
            <DonationStatus status={donation.status} />
            {donation.isZakat ? <span className="badge badge-zakat">{t('donations.zakat')}</span> : null}
          </span>
          <span className="donation-amount strong">
            {donation.status === 'refunded' ? (
              <s>
                <Amount minor={donation.gift} currency={donation.currency} />
              </s>
            ) : (
              <Amount minor={donation.gift - donation.refundedDonation} currency={donation.currency} />
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

const monthName = (month: string, locale: Locale): string =>
  dateTimeFormat(`${intlTag(locale)}-nu-latn`, { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )

/** Donations grouped by month, newest first. */
export function DonationMonths({ donations }: { readonly donations: readonly DonationInList[] }) {
  const locale = useLocale()
  return [...Map.groupBy(donations, ({ givenOn }) => givenOn.slice(0, 7))].map(([month, donationsOfMonth]) => (
    <section key={month} className="donation-month" aria-labelledby={`month-${month}`}>
      <h2 id={`month-${month}`}>{monthName(month, locale)}</h2>
      <div className="card donation-card">
        <DonationHistoryList donations={donationsOfMonth} />
      </div>
    </section>
  ))
}

/** The empty state before the first donation. */
export function NoDonations() {
  const t = useText()
  return (
    <EmptyState title={t('donations.empty')}>
      <p className="quiet">{t('donations.empty-text')}</p>
      <p>
        <a className="button button-primary" href="/v4/discover">
          {t('giving-list.find')}
        </a>
      </p>
    </EmptyState>
  )
}
