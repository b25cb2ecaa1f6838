import type { HistoryGift } from '#modules/money/giving/contract-history.ts'
import { formatDay, type LocalDate } from '#shared/calendar.ts'
import { intlTag, type Locale } from '#shared/text.ts'
import { useLocale, useText } from '../../../lib/text.tsx'
import { Amount } from '../../../ui/amount.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'

/**
 * A day in both calendars, Gregorian first; the Hijri one as the server wrote it, for browsers count some days their
 * own way (calendar-10).
 */
export function BothDays({
  day,
  hijri,
  words,
}: {
  readonly day: string
  readonly hijri: string
  /** In place of the civil day alone. */ readonly words?: string
}) {
  const locale = useLocale()
  return (
    <span className="gift-days">
      <span>{words ?? formatDay(day as LocalDate, locale)}</span>
      <span className="quiet small">{hijri}</span>
    </span>
  )
}

const signs: Readonly<Record<HistoryGift['status'], string>> = {
  succeeded: '✓',
  'partly-refunded': '↩',
  refunded: '↩',
  processing: '…',
  unknown: '…',
  declined: '✕',
}

/** A mark and a word: never the colour alone. */
export function GiftStatus({ status }: { readonly status: HistoryGift['status'] }) {
  const t = useText()
  return (
    <span className={`gift-status gift-status-${status}`}>
      <span aria-hidden="true">{signs[status]}</span> {t(`gifts.status-${status}`)}
    </span>
  )
}

/** With its day in the Hijri calendar. */
export type GiftInList = HistoryGift & { readonly givenOnHijri: string }

/** Gifts one below the other, each a link to what it was made of. */
export function GiftList({ gifts }: { readonly gifts: readonly GiftInList[] }) {
  const t = useText()
  const locale = useLocale()
  return (
    <ul className="gift-list">
      {gifts.map((gift) => (
        <li key={gift.id} className="gift-row">
          <div className="gift-what">
            <a href={`/account/gifts/${gift.id}`} lang={gift.campaign.language} dir="auto">
              {gift.campaign.name}
            </a>
            <span className="quiet small">
              <bdi>
                {locale === 'ar' && gift.organization.nameAr ? gift.organization.nameAr : gift.organization.name}
              </bdi>
            </span>
          </div>
          <BothDays day={gift.givenOn} hijri={gift.givenOnHijri} />
          <span className="gift-marks">
            <GiftStatus status={gift.status} />
            {gift.isZakat ? <span className="badge badge-zakat">{t('gifts.zakat')}</span> : null}
          </span>
          <span className="gift-amount strong">
            {gift.status === 'refunded' ? (
              <s>
                <Amount minor={gift.gift} currency={gift.currency} />
              </s>
            ) : (
              <Amount minor={gift.gift - gift.returnedGift} currency={gift.currency} />
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

const monthName = (month: string, locale: Locale): string =>
  new Intl.DateTimeFormat(`${intlTag(locale)}-nu-latn`, { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )

/** Gifts, newest first, under the months in which they were made. */
export function GiftMonths({ gifts }: { readonly gifts: readonly GiftInList[] }) {
  const locale = useLocale()
  return [...Map.groupBy(gifts, ({ givenOn }) => givenOn.slice(0, 7))].map(([month, giftsOfMonth]) => (
    <section key={month} className="gift-month" aria-labelledby={`month-${month}`}>
      <h2 id={`month-${month}`}>{monthName(month, locale)}</h2>
      <div className="card gift-card">
        <GiftList gifts={giftsOfMonth} />
      </div>
    </section>
  ))
}

/** Before the first gift. */
export function NoGifts() {
  const t = useText()
  return (
    <EmptyState title={t('gifts.empty')}>
      <p className="quiet">{t('gifts.empty-text')}</p>
      <p>
        <a className="button button-primary" href="/v4/discover">
          {t('giving-list.find')}
        </a>
      </p>
    </EmptyState>
  )
}
