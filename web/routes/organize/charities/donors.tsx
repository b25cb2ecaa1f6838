import '#web/features/organizers/charity-donors/charity-donors.css'
import '#web/features/organizers/organizing/claim.css'
import '#web/features/organizers/organizing/table.css'
import { telephoneLink } from '#shared/input/digits.ts'
import { queryOf } from '#web/features/organizers/charity-donors/donation-filters.ts'
import { readDonorFilters } from '#web/features/organizers/charity-donors/donor-filters.ts'
import { DonorTotals } from '#web/features/organizers/charity-donors/donor-totals.tsx'
import { shortDay } from '#web/features/organizers/organizing/days.ts'
import { segments } from '#modules/organizers/charity-donors/rules/segments.ts'
import { loadPage } from '#web/kit/load-page.ts'
import { Pager } from '#web/kit/pager.tsx'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select, TextInput } from '#web/ui/field.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import type { Route } from './+types/donors'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['organizers/charity-donors', 'recurring/faults']

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, params: { organizationId }, query }) => {
    const filters = readDonorFilters(query)
    const before = query.get('before')
    const { charity, ...page } = await api('GET /v4/organizations/:organizationId/donors', {
      organizationId,
      ...filters,
      ...(before ? { before } : {}),
    })
    return {
      ...page,
      charity: charity.name,
      donors: page.donors.map((donor) => ({
        ...donor,
        first: shortDay(donor.firstOn, locale, { withYear: true }),
        last: shortDay(donor.lastOn, locale, { withYear: true }),
      })),
      filters,
      isFirst: before === null,
    }
  })

/** The donors of a charity, one row for each person; anonymous donations are the row of no one. */
export default function CharityDonors({
  loaderData: { charity, donors, anonymous, tags, next, filters, canExport, isFirst },
  params: { organizationId },
}: Route.ComponentProps) {
  const t = useText()
  const path = `/organize/charities/${organizationId}/donors`
  const title = t('charity-donors.donors')
  const isFiltered = Object.keys(filters).length > 0
  return (
    <div className="stack-lg">
      <title>{title}</title>
      <div className="page-head">
        <div className="stack">
          <h1>{title}</h1>
          <p className="quiet">{t('charity-donors.donors-lead', { charity: `\u2068${charity}\u2069` })}</p>
        </div>
        {canExport ? (
          <form method="post" action={`${path}/export${queryOf(filters)}`} className="claim-export">
            <Button look="quiet" aria-describedby="export-note">
              {t(isFiltered ? 'charity-donors.export-found' : 'charity-donors.export')}
            </Button>
            <p className="quiet small" id="export-note">
              {t('charity-donors.export-note')}
            </p>
          </form>
        ) : null}
      </div>
      <form method="get" action={path} className="charity-donors-search" role="search">
        <TextInput
          id="search"
          type="search"
          label={t('charity-donors.search')}
          hint={t('charity-donors.search-donors-hint')}
          defaultValue={filters.search}
          maxLength={80}
          autoComplete="off"
        />
        <Select id="segment" label={t('charity-donors.segment')} defaultValue={filters.segment ?? ''}>
          <option value="">{t('charity-donors.all')}</option>
          {segments.map((segment) => (
            <option key={segment} value={segment}>
              {t(`charity-donors.segment-${segment}`)}
            </option>
          ))}
        </Select>
        {tags.length > 0 ? (
          <Select id="tag" label={t('charity-donors.tag')} defaultValue={filters.tag ?? ''}>
            <option value="">{t('charity-donors.all')}</option>
            {tags.map((tag) => (
              <option key={tag} value={tag}>
                {tag}
              </option>
            ))}
          </Select>
        ) : null}
        <Button look="quiet">{t('charity-donors.find')}</Button>
      </form>
      {filters.segment ? <p className="quiet">{t(`charity-donors.segment-${filters.segment}-text`)}</p> : null}
      {donors.length === 0 && !anonymous ? (
        <EmptyState title={t(isFiltered ? 'charity-donors.no-donors-found' : 'charity-donors.no-donors')}>
          {isFiltered ? (
            <p>
              <a href={path}>{t('charity-donors.all-donors')}</a>
            </p>
          ) : null}
        </EmptyState>
      ) : (
        <ScrollRegion label={title}>
          <table className="table table-cards">
            <thead>
              <tr>
                <th scope="col">{t('charity-donors.donor')}</th>
                <th scope="col" className="table-figure">
                  {t('charity-donors.total')}
                </th>
                <th scope="col" className="table-figure">
                  {t('charity-donors.count')}
                </th>
                <th scope="col">{t('charity-donors.first')}</th>
                <th scope="col">{t('charity-donors.last')}</th>
              </tr>
            </thead>
            <tbody>
              {donors.map((donor) => (
                <tr key={donor.id}>
                  <th scope="row">
                    <a href={`${path}/${donor.id}`}>
                      <bdi>{donor.name ?? t('charity-donors.unnamed')}</bdi>
                    </a>
                    {donor.email ? (
                      <a className="small table-block" href={`mailto:${donor.email}`} dir="ltr">
                        {donor.email}
                      </a>
                    ) : null}
                    {donor.phone ? (
                      <a className="small table-block" href={telephoneLink(donor.phone)} dir="ltr">
                        {donor.phone}
                      </a>
                    ) : null}
                    <span className="table-marks">
                      {donor.hasPlan ? <Badge look="brand">{t('charity-donors.active-plan')}</Badge> : null}
                      {donor.tags.map((tag) => (
                        <Badge key={tag}>
                          <bdi>{tag}</bdi>
                        </Badge>
                      ))}
                    </span>
                  </th>
                  <td className="table-figure" data-label={t('charity-donors.total')}>
                    <DonorTotals totals={donor.totals} />
                  </td>
                  <td className="table-figure" data-label={t('charity-donors.count')}>
                    {donor.donations}
                  </td>
                  <td data-label={t('charity-donors.first')}>
                    <bdi>{donor.first}</bdi>
                  </td>
                  <td data-label={t('charity-donors.last')}>
                    <bdi>{donor.last}</bdi>
                  </td>
                </tr>
              ))}
              {anonymous ? (
                <tr>
                  <th scope="row">{t('charity-donors.anonymous')}</th>
                  <td className="table-figure" data-label={t('charity-donors.total')}>
                    <DonorTotals totals={anonymous.totals} />
                  </td>
                  <td className="table-figure" data-label={t('charity-donors.count')}>
                    {anonymous.donations}
                  </td>
                  <td data-empty>–</td>
                  <td data-empty>–</td>
                </tr>
              ) : null}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      <Pager
        label={t('charity-donors.pages')}
        newest={isFirst ? undefined : { href: path + queryOf(filters), text: t('charity-donors.newest') }}
        older={
          next ? { href: path + queryOf({ ...filters, before: next }), text: t('charity-donors.older') } : undefined
        }
      />
    </div>
  )
}
