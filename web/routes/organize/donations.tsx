import { shortDay } from '#web/features/organizers/organizing/days.ts'
import { telephoneLink } from '#shared/input/digits.ts'
import { PageTitle } from '#web/features/organizers/organizing/page-title.tsx'
import { PostalAddressLines } from '#web/features/organizers/organizing/postal-address-lines.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { Pager } from '#web/kit/pager.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import '#web/features/organizers/organizing/organize.css'
import '#web/features/organizers/organizing/dashboard.css'
import '#web/features/organizers/organizing/chart.css'
import '#web/features/organizers/organizing/table.css'
import '#web/features/organizers/organizing/claim.css'
import '#web/features/organizers/organizing/copy.css'
import { ChosenLevel } from '#web/features/organizers/organizing/chosen-level.tsx'
import { sourceName } from '#web/features/organizers/organizing/source-name.ts'
import type { Route } from './+types/donations'

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, params, query }) => {
    const search = (query.get('q') ?? '').trim().slice(0, 80)
    const before = query.get('before')
    const page = await api('GET /v4/campaigns/:campaignId/donations', {
      campaignId: params.campaignId,
      ...(search ? { search } : {}),
      ...(before ? { before } : {}),
    })
    return {
      ...page,
      donations: page.donations.map((donation) => ({
        ...donation,
        label: shortDay(donation.givenAt, locale, { withYear: true }),
      })),
      search,
      isFirst: before === null,
    }
  })

/** The fundraiser's donors, with the data that each shares with the organizer (privacy-1). */
export default function OrganizeDonations({
  loaderData: { donations, next, search, isFirst },
  params,
}: Route.ComponentProps) {
  const t = useText()
  const path = `/organize/${params.campaignId}/donations`
  const more = new URLSearchParams({ ...(search ? { q: search } : {}), ...(next ? { before: next } : {}) })
  return (
    <>
      <PageTitle section={t('organize.donations')} />
      <div className="page-head">
        <div className="stack">
          <h1>{t('organize.donations')}</h1>
          <p className="quiet">{t('organize.donations-lead')}</p>
        </div>
        <form method="post" action={`${path}/export`} className="claim-export">
          <Button look="quiet" aria-describedby="export-note">
            {t('organize.export')}
          </Button>
          <p className="quiet small" id="export-note">
            {t('organize.export-note')}
          </p>
        </form>
      </div>
      <form method="get" action={path} className="claim-search" role="search">
        <TextInput
          id="q"
          type="search"
          label={t('organize.search')}
          hint={t('organize.search-hint')}
          defaultValue={search}
          maxLength={80}
          autoComplete="off"
        />
        <Button look="quiet">{t('organize.search-go')}</Button>
      </form>
      {donations.length === 0 ? (
        <EmptyState title={t(search ? 'organize.no-donors-found' : 'organize.no-donations-yet')}>
          {search ? (
            <p>
              <a href={path}>{t('organize.all-donors')}</a>
            </p>
          ) : null}
        </EmptyState>
      ) : (
        <ScrollRegion label={t('organize.donations')}>
          <table className="table table-cards">
            <thead>
              <tr>
                <th scope="col">{t('organize.donor')}</th>
                <th scope="col">{t('organize.day')}</th>
                <th scope="col" className="table-figure">
                  {t('organize.gift')}
                </th>
                <th scope="col">{t('organize.level')}</th>
                <th scope="col">{t('organize.source')}</th>
              </tr>
            </thead>
            <tbody>
              {donations.map((donation) => (
                <tr key={donation.id}>
                  <th scope="row">
                    <span>
                      <bdi>{donation.name ?? t('organize.anonymous')}</bdi>
                    </span>
                    {donation.place ? (
                      <span className="quiet small table-block">
                        <bdi>{donation.place}</bdi>
                      </span>
                    ) : null}
                    {donation.email ? (
                      <a className="small table-block" href={`mailto:${donation.email}`} dir="ltr">
                        {donation.email}
                      </a>
                    ) : null}
                    {donation.phone ? (
                      <a className="small table-block" href={telephoneLink(donation.phone)} dir="ltr">
                        {donation.phone}
                      </a>
                    ) : null}
                    {donation.fields.map(({ label, text }) => (
                      <span key={label} className="small table-block">
                        <bdi>{text}</bdi>
                      </span>
                    ))}
                    {donation.address ? (
                      <details className="small">
                        <summary>{t('organize.address')}</summary>
                        <PostalAddressLines address={donation.address} />
                      </details>
                    ) : null}
                  </th>
                  <td data-label={t('organize.day')}>
                    <bdi>{donation.label}</bdi>
                  </td>
                  <td className="table-figure" data-label={t('organize.gift')}>
                    <span>
                      <span className="table-marks">
                        {donation.isZakat ? <Badge look="zakat">{t('organize.zakat')}</Badge> : null}
                        {donation.giftAid ? <Badge>{t('organize.gift-aid')}</Badge> : null}
                      </span>{' '}
                      <Amount minor={donation.gift} currency={donation.currency} />
                    </span>
                  </td>
                  <td data-label={t('organize.level')} data-empty={donation.level === null || undefined}>
                    {donation.level === null ? (
                      '–'
                    ) : (
                      <ChosenLevel level={donation.level} quantity={donation.quantity} />
                    )}
                  </td>
                  <td data-label={t('organize.source')} data-empty={donation.source === null || undefined}>
                    <bdi>{donation.source === null ? '–' : sourceName(t, donation.source)}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      <Pager
        label={t('organize.pages')}
        newest={
          isFirst
            ? undefined
            : { href: `${path}${search ? `?q=${encodeURIComponent(search)}` : ''}`, text: t('organize.newest') }
        }
        older={next ? { href: `${path}?${more.toString()}`, text: t('organize.older') } : undefined}
      />
    </>
  )
}
