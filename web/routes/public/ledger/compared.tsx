import '#web/features/money/public-ledger/public-ledger.css'
import '#web/features/organizers/organizing/table.css'
import { formatDay, localDate } from '#shared/calendar.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { type Locale, translate } from '#shared/text.ts'
import type { ProductContract } from '#modules/contract.ts'
import { LedgerTotalsTable } from '#web/features/money/public-ledger/ledger-totals.tsx'
import { catalogueOf } from '#web/lib/catalogues.ts'
import { useText } from '#web/lib/text.tsx'

type Live = OutputOf<ProductContract, 'GET /v4/campaigns/:campaignId/payout-totals'>
type Published = OutputOf<ProductContract, 'GET /v4/campaigns/:campaignId/published-totals'>

/** Returns the live figures of a page beside the published ones, in the same form. Server only. */
export function compare(live: Live, published: Published, locale: Locale) {
  const lessReturned = ({ received, returned, fees, paidOut, waiting }: Live['totals'][number]['rest']) => ({
    received: received - returned,
    fees,
    paidOut,
    waiting,
  })
  const section = translate(catalogueOf('money/public-money', locale), locale, 'public-money.section')
  return {
    name: (locale === 'ar' && published.nameAr) || published.name,
    day: published.newest && formatDay(localDate(published.newest.day), locale),
    live: live.totals.map(({ currency, rest, zakat }) => ({
      currency,
      rest: lessReturned(rest),
      zakat: lessReturned(zakat),
    })),
    published: published.totals,
    numbers: published.campaigns.join(', '),
    explained: `/donor-protection#${encodeURIComponent(section)}`,
  }
}

/** The live figures of a page beside the published ones, and the page's numbers in the files (payouts-17). */
export function ComparedTotals({ compared }: { readonly compared: ReturnType<typeof compare> }) {
  const t = useText()
  const { day } = compared
  const title = t('public-ledger.compared-title', { name: `\u2068${compared.name}\u2069` })
  const published = day === null ? t('public-ledger.not-published') : t('public-ledger.published', { day })
  return (
    <div className="page public-ledger-page stack-lg">
      <title>{title}</title>
      <div className="stack">
        <h1>{title}</h1>
        <p className="public-ledger-lead">{t('public-ledger.compared-lead')}</p>
      </div>
      <section aria-labelledby="now">
        <h2 id="now">{t('public-ledger.now')}</h2>
        <LedgerTotalsTable label={t('public-ledger.now')} totals={compared.live} hasPayouts />
      </section>
      <section aria-labelledby="published">
        <h2 id="published">{published}</h2>
        {day === null ? null : (
          <>
            <LedgerTotalsTable label={published} totals={compared.published} hasPayouts />
            <p className="quiet">{t('public-ledger.difference')}</p>
            <p className="quiet small">{t('public-ledger.numbers', { numbers: `\u2066${compared.numbers}\u2069` })}</p>
          </>
        )}
      </section>
      <p className="button-row">
        <a className="button button-quiet" href="/ledger#verify">
          {t('public-ledger.verify')}
        </a>
        <a className="button button-quiet" href={compared.explained}>
          {t('public-ledger.explained')}
        </a>
      </p>
    </div>
  )
}
