import '#web/features/money/refunds/refund.css'
import '#web/features/money/refunds/staff.css'
import { useDayText } from '#web/features/money/refunds/refund-marks.tsx'
import { useText, type MessageKey } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import type { Route } from './+types/donations'

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, query: search }) => {
    const query = (search.get('query') ?? '').slice(0, 254)
    return { query, ...(await api('GET /v4/staff/donations', { query })) }
  })

export default function StaffDonations({ loaderData: { query, donations } }: Route.ComponentProps) {
  const t = useText()
  const day = useDayText()
  return (
    <div className="stack-lg">
      <title>{t('refunds.donations-title')}</title>
      <div className="stack">
        <h1>{t('refunds.donations-title')}</h1>
        <p className="quiet">{t('refunds.donations-lead')}</p>
      </div>
      <form method="get" className="staff-search" role="search">
        <TextInput
          id="query"
          type="search"
          label={t('refunds.query')}
          defaultValue={query}
          maxLength={254}
          autoComplete="off"
        />
        <Button>{t('refunds.find')}</Button>
      </form>
      {query === '' ? <EmptyState title={t('refunds.search-first')} /> : null}
      {query !== '' && donations.length === 0 ? (
        <EmptyState title={t('refunds.none-found')}>
          <p className="quiet">{t('refunds.none-found-text')}</p>
        </EmptyState>
      ) : null}
      {query !== '' && donations.length > 0 ? (
        <section aria-labelledby="found" className="card card-in stack">
          <h2 id="found">{t('refunds.found', { count: donations.length })}</h2>
          <ul className="staff-rows">
            {donations.map((donation) => (
              <li key={donation.intentId} className="staff-row">
                <div className="staff-row-what">
                  <a
                    href={
                      donation.isPaid
                        ? `/staff/donations/${donation.intentId}`
                        : `/staff/donations/${donation.intentId}/attempts`
                    }
                  >
                    <bdi>{donation.name || t('refunds.anonymous')}</bdi>
                  </a>
                  <span>
                    <bdi>{donation.campaign}</bdi>{' '}
                    {donation.others > 0 ? (
                      <span className="quiet">{t('refunds.more-donations', { count: donation.others })}</span>
                    ) : null}
                  </span>
                  <span className="quiet small">
                    <bdi dir="ltr">{donation.reference}</bdi> · <bdi dir="ltr">{donation.email ?? '—'}</bdi>
                  </span>
                </div>
                <div className="staff-row-side">
                  <span className="strong">
                    <Amount minor={donation.amount} currency={donation.currency} fractions="always" />{' '}
                    <span className="quiet small">{donation.currency}</span>
                  </span>
                  <span className="small">{t(`staff-donation.state-${donation.state}` as MessageKey)}</span>
                  <span className="quiet small">{day(donation.givenAt)}</span>
                </div>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  )
}
