import '#web/features/money/refunds/refund.css'
import '#web/features/money/refunds/staff.css'
import { paymentGroups } from '#modules/money/refunds/rules/payment-filter.ts'
import { currencies } from '#shared/currencies.ts'
import { isUuid } from '#shared/ids.ts'
import { withQuery } from '#shared/pages/with-query.ts'
import { useDayText } from '#web/features/money/refunds/refund-marks.tsx'
import { Pager } from '#web/kit/pager.tsx'
import { useText, type MessageKey } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select, TextInput } from '#web/ui/field.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import type { Route } from './+types/donations'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['money/cards', 'money/ledger']

const isDay = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value)

/** Reads the filter from the address, ignoring unknown values. */
function filterOf(search: URLSearchParams) {
  const value = (name: string) => search.get(name) ?? ''
  const group = paymentGroups.find((name) => name === value('group'))
  const currency = currencies.find((name) => name === value('currency'))
  return {
    ...(group ? { group } : {}),
    ...(currency ? { currency } : {}),
    ...(isDay(value('from')) ? { from: value('from') } : {}),
    ...(isDay(value('until')) ? { until: value('until') } : {}),
  }
}

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, query: search }) => {
    const query = (search.get('query') ?? '').trim().slice(0, 254)
    const filter = query === '' ? filterOf(search) : {}
    const before = search.get('before') ?? ''
    const page = query === '' && isUuid(before) ? { before } : {}
    const isFirst = Object.keys(page).length === 0
    return { query, filter, isFirst, ...(await api('GET /v4/staff/donations', { query, ...filter, ...page })) }
  })

export default function StaffDonations({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const { query, filter, donations } = loaderData
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
      {query === '' ? (
        <PaymentFilterForm filter={filter} />
      ) : (
        <p>
          <a href="/staff/donations">{t('refunds.all-payments')}</a>
        </p>
      )}
      {donations.length === 0 ? <NoPayments isSearch={query !== ''} /> : <FoundPayments {...loaderData} />}
    </div>
  )
}

function NoPayments({ isSearch }: { readonly isSearch: boolean }) {
  const t = useText()
  return (
    <EmptyState title={t(isSearch ? 'refunds.none-found' : 'refunds.none-listed')}>
      <p className="quiet">{t(isSearch ? 'refunds.none-found-text' : 'refunds.none-listed-text')}</p>
    </EmptyState>
  )
}

function PaymentFilterForm({ filter }: { readonly filter: Route.ComponentProps['loaderData']['filter'] }) {
  const t = useText()
  return (
    <details className="staff-filters" open={Object.keys(filter).length > 0}>
      <summary>{t('refunds.filters')}</summary>
      <form method="get" className="staff-filter">
        <Select id="group" label={t('refunds.group')} defaultValue={filter.group ?? ''}>
          <option value="">{t('refunds.group-all')}</option>
          {paymentGroups.map((group) => (
            <option key={group} value={group}>
              {t(`refunds.group-${group}`)}
            </option>
          ))}
        </Select>
        <Select id="currency" label={t('refunds.currency')} defaultValue={filter.currency ?? ''}>
          <option value="">{t('refunds.currency-all')}</option>
          {currencies.map((currency) => (
            <option key={currency}>{currency}</option>
          ))}
        </Select>
        <TextInput id="from" type="date" label={t('refunds.from')} defaultValue={filter.from ?? ''} />
        <TextInput id="until" type="date" label={t('refunds.until')} defaultValue={filter.until ?? ''} />
        <Button look="quiet">{t('refunds.show')}</Button>
      </form>
    </details>
  )
}

/** The found or listed payments, and the links to other pages of the list. */
function FoundPayments({ query, filter, donations, next, isFirst }: Route.ComponentProps['loaderData']) {
  const t = useText()
  const day = useDayText()
  const listTitle = t(Object.keys(filter).length === 0 ? 'refunds.newest' : 'refunds.newest-filtered')
  return (
    <section aria-labelledby="found" className="card card-in stack">
      <h2 id="found">{query === '' ? listTitle : t('refunds.found', { count: donations.length })}</h2>
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
              <span className="staff-row-title">
                <bdi>{donation.campaign}</bdi>{' '}
                {donation.others > 0 ? (
                  <span className="quiet">{t('refunds.more-donations', { count: donation.others })}</span>
                ) : null}
              </span>
              <span className="quiet small">
                <bdi>{day(donation.givenAt)}</bdi> · <bdi dir="ltr">{donation.reference}</bdi>
                {query === '' ? null : (
                  <>
                    {' · '}
                    <bdi dir="ltr">{donation.email ?? '—'}</bdi>
                  </>
                )}
              </span>
            </div>
            <div className="staff-row-side">
              <span className="strong">
                <Amount minor={donation.amount} currency={donation.currency} fractions="always" />{' '}
                <bdi className="quiet small staff-row-currency">{donation.currency}</bdi>
              </span>
              {/* Only what isn't simply paid has a badge, so that it is found at a glance. */}
              {donation.state === 'SUCCEEDED' ? (
                <span className="quiet small">{t('staff-donation.state-SUCCEEDED')}</span>
              ) : (
                <Badge {...(donation.state === 'DISPUTED' ? { look: 'accent' as const } : {})}>
                  {t(`staff-donation.state-${donation.state}` as MessageKey)}
                </Badge>
              )}
            </div>
          </li>
        ))}
      </ul>
      <Pager
        label={t('refunds.donations-title')}
        newest={isFirst ? undefined : { href: withQuery('/staff/donations', filter), text: t('refunds.newest') }}
        older={
          next
            ? { href: withQuery('/staff/donations', { ...filter, before: next }), text: t('refunds.older-payments') }
            : undefined
        }
      />
    </section>
  )
}
