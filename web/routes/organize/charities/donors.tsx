import '#web/features/organizers/charity-donors/charity-donors.css'
import '#web/features/organizers/organizing/claim.css'
import '#web/features/organizers/organizing/table.css'
import { telephoneLink } from '#shared/input/digits.ts'
import { queryOf } from '#web/features/organizers/charity-donors/donation-filters.ts'
import { readDonorFilters } from '#web/features/organizers/charity-donors/donor-filters.ts'
import { ColumnFields } from '#web/features/organizers/charity-donors/column-fields.tsx'
import { DonorTotals } from '#web/features/organizers/charity-donors/donor-totals.tsx'
import {
  columnsInQuery,
  type DonorColumn,
  donorColumns,
  readColumns,
} from '#web/features/organizers/charity-donors/list-columns.ts'
import {
  filterDone,
  filterForms,
  SavedFilters,
  withDone,
} from '#web/features/organizers/charity-donors/saved-filters.tsx'
import { shortDay } from '#web/features/organizers/organizing/days.ts'
import { segments } from '#modules/organizers/charity-donors/rules/segments.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { Pager } from '#web/kit/pager.tsx'
import { submitForms } from '#web/kit/submit-form.ts'
import { sentAs, viewForm } from '#web/kit/view-form.ts'
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
      columns: readColumns(query, donorColumns),
      isFirst: before === null,
    }
  })

export const forms = filterForms

export const action = (args: Route.ActionArgs) => {
  const { organizationId } = args.params
  return submitForms(args, forms, {
    'save-filter': async (values, { api }) => {
      await api('POST /v4/organizations/:organizationId/saved-filters', { organizationId, list: 'donors', ...values })
      return withDone(values.query, 'filter-saved')
    },
    'remove-filter': async ({ filterId, query }, { api }) => {
      await api('DELETE /v4/organizations/:organizationId/saved-filters/:filterId', { organizationId, filterId })
      return withDone(query, 'filter-removed')
    },
  })
}

/** The donors of a charity, one row for each person; anonymous donations are the row of no one. */
export default function CharityDonors({
  loaderData: { charity, donors, anonymous, tags, next, filters, columns, savedFilters, canExport, isFirst },
  actionData,
  params: { organizationId },
}: Route.ComponentProps) {
  const t = useText()
  const path = `/organize/charities/${organizationId}/donors`
  const title = t('charity-donors.donors')
  const filterForm = viewForm(filterForms['save-filter'], sentAs(actionData, 'save-filter'))
  const address = { ...filters, columns: columnsInQuery(columns, donorColumns) }
  const isFiltered = Object.keys(filters).length > 0
  return (
    <div className="stack-lg">
      <div className="page-head charity-donors-head">
        <div className="stack">
          <h1>{title}</h1>
          <p className="quiet">
            {t('charity-donors.donors-lead', { charity: `\u2068${charity}\u2069` })}{' '}
            <a href={`${path}/merges`}>{t('charity-donors.merges')}</a>
          </p>
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
      <FormResult title={title} sent={actionData} forms={[filterForm]} done={filterDone} />
      <form method="get" action={path} className="stack" role="search">
        <div className="charity-donors-search">
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
        </div>
        <details className="charity-donors-filters" open={address.columns !== undefined}>
          <summary>{t('charity-donors.columns')}</summary>
          <ColumnFields all={donorColumns.all} chosen={columns} isLegendHidden />
          <Button look="quiet">{t('charity-donors.apply')}</Button>
        </details>
      </form>
      <SavedFilters path={path} query={queryOf(address)} saved={savedFilters} form={filterForm} />
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
                {columns.map((column) => (
                  <th key={column} scope="col" className={isFigure(column) ? 'table-figure' : undefined}>
                    {t(`charity-donors.${column}`)}
                  </th>
                ))}
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
                  {columns.map((column) => (
                    <DonorCell key={column} column={column} donor={donor} />
                  ))}
                </tr>
              ))}
              {anonymous ? (
                <tr>
                  <th scope="row">{t('charity-donors.anonymous')}</th>
                  {columns.map((column) => (
                    <AnonymousCell key={column} column={column} anonymous={anonymous} />
                  ))}
                </tr>
              ) : null}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      <Pager
        label={t('charity-donors.pages')}
        newest={isFirst ? undefined : { href: path + queryOf(address), text: t('charity-donors.newest') }}
        older={
          next ? { href: path + queryOf({ ...address, before: next }), text: t('charity-donors.older') } : undefined
        }
      />
    </div>
  )
}

type Loaded = Route.ComponentProps['loaderData']

const isFigure = (column: DonorColumn): boolean => column === 'total' || column === 'count'

function DonorCell({ column, donor }: { readonly column: DonorColumn; readonly donor: Loaded['donors'][number] }) {
  const t = useText()
  const text = {
    total: <DonorTotals totals={donor.totals} />,
    count: donor.donations,
    first: <bdi>{donor.first}</bdi>,
    last: <bdi>{donor.last}</bdi>,
    place: <bdi>{donor.place ?? '–'}</bdi>,
    segment: donor.segments.map((segment) => t(`charity-donors.segment-${segment}`)).join(' · ') || '–',
  }[column]
  return (
    <td className={isFigure(column) ? 'table-figure' : undefined} data-label={t(`charity-donors.${column}`)}>
      {text}
    </td>
  )
}

/** Anonymous donations have sums only. */
function AnonymousCell({
  column,
  anonymous,
}: {
  readonly column: DonorColumn
  readonly anonymous: NonNullable<Loaded['anonymous']>
}) {
  const t = useText()
  if (!isFigure(column)) return <td data-empty>–</td>
  return (
    <td className="table-figure" data-label={t(`charity-donors.${column}`)}>
      {column === 'total' ? <DonorTotals totals={anonymous.totals} /> : anonymous.donations}
    </td>
  )
}
