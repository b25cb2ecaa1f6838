import '#web/features/organizers/charity-donors/charity-donors.css'
import '#web/features/organizers/organizing/claim.css'
import '#web/features/organizers/organizing/table.css'
import { localDateIn } from '#shared/calendar.ts'
import { isUuid } from '#shared/ids.ts'
import { queryOf, readDonationFilters } from '#web/features/organizers/charity-donors/donation-filters.ts'
import { DonationFilterForm } from '#web/features/organizers/charity-donors/donation-filter-form.tsx'
import { DonationSums } from '#web/features/organizers/charity-donors/donation-sums.tsx'
import { periodNames, periodsOn } from '#web/features/organizers/charity-donors/periods.ts'
import { DonationTable } from '#web/features/organizers/charity-donors/donation-table.tsx'
import { columnsInQuery, donationColumns, readColumns } from '#web/features/organizers/charity-donors/list-columns.ts'
import {
  filterDone,
  filterForms,
  SavedFilters,
  withDone,
} from '#web/features/organizers/charity-donors/saved-filters.tsx'
import { shortDay } from '#web/features/organizers/organizing/days.ts'
import { type FormField, text } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { Pager } from '#web/kit/pager.tsx'
import { submitForms } from '#web/kit/submit-form.ts'
import { sentAs, viewForm } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextArea } from '#web/ui/field.tsx'
import type { Route } from './+types/donations'
import type { Namespaces } from '#web/lib/namespace-lists.ts'
import { DoneNotice } from '#web/ui/result-notice.tsx'

export const namespaces: Namespaces = ['organizers/charity-donors', 'recurring/faults']

/** The donations whose checkboxes are checked. */
const selected: FormField<string[]> = {
  path: 'donationIds',
  read: (form, name) =>
    form
      .getAll(name)
      .filter((value): value is string => typeof value === 'string' && isUuid(value))
      .slice(0, 100),
}
/** Both forms are one list with two buttons. */
const fields = { donations: selected, message: text(600) }
export const forms = { thank: fields, resend: fields, ...filterForms }

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, now, params: { organizationId }, query }) => {
    const filters = readDonationFilters(query)
    const before = query.get('before')
    const { charity, ...page } = await api('GET /v4/organizations/:organizationId/donations', {
      organizationId,
      ...filters,
      ...(before ? { before } : {}),
    })
    return {
      ...page,
      charity: charity.name,
      periods: periodsOn(localDateIn(charity.timeZone, now())),
      donations: page.donations.map((donation) => ({
        ...donation,
        day: shortDay(donation.day, locale, { withYear: true }),
      })),
      filters,
      columns: readColumns(query, donationColumns),
      isFirst: before === null,
    }
  })

/** Thanks the donors of the selected donations, or sends them their receipts again. */
export const action = (args: Route.ActionArgs) => {
  const { organizationId } = args.params
  return submitForms(args, forms, {
    thank: async ({ donations, message }, { api }) => ({
      result: await api('POST /v4/organizations/:organizationId/donations/thanks', {
        organizationId,
        donationIds: donations,
        message,
      }),
    }),
    'save-filter': async (values, { api }) => {
      const list = 'donations'
      await api('POST /v4/organizations/:organizationId/saved-filters', { organizationId, list, ...values })
      return withDone(values.query, 'filter-saved')
    },
    'remove-filter': async ({ filterId, query }, { api }) => {
      await api('DELETE /v4/organizations/:organizationId/saved-filters/:filterId', { organizationId, filterId })
      return withDone(query, 'filter-removed')
    },
    resend: async ({ donations }, { api }) => ({
      result: await api('POST /v4/organizations/:organizationId/donations/receipts', {
        organizationId,
        donationIds: donations,
      }),
    }),
  })
}

/** All donations to a charity, with refunded and offline ones, and what its team can do with them. */
export default function CharityDonations({ loaderData, actionData, params: { organizationId } }: Route.ComponentProps) {
  const t = useText()
  const { charity, donations, next, filters, columns, fundraisers, savedFilters, canExport, isFirst } = loaderData
  const path = `/organize/charities/${organizationId}/donations`
  const title = t('charity-donors.donations')
  const refusedAs = actionData?.refused && Object.hasOwn(actionData.refused.fields, 'donationIds')
  const sentList = sentAs(actionData, 'thank') ?? sentAs(actionData, 'resend')
  const form = viewForm(fields, sentList, {}, { texts: { donations: t('charity-donors.select-first') } })
  const thanked = sentAs(actionData, 'thank')?.result
  const resent = sentAs(actionData, 'resend')?.result
  const filterForm = viewForm(filterForms['save-filter'], sentAs(actionData, 'save-filter'))
  const address = { ...filters, columns: columnsInQuery(columns, donationColumns) }
  const isFiltered = Object.keys(filters).length > 0
  return (
    <div className="stack-lg">
      <div className="page-head charity-donors-head">
        <div className="stack">
          <h1>{title}</h1>
          <p className="quiet">{t('charity-donors.donations-lead', { charity: `\u2068${charity}\u2069` })}</p>
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
      <FormResult title={title} sent={actionData} forms={[form, filterForm]} done={filterDone} />
      {thanked ? (
        <DoneNotice>
          {t('charity-donors.thanked-done', { count: thanked.done })}{' '}
          {thanked.skipped > 0 ? t('charity-donors.thanked-skipped', { count: thanked.skipped }) : null}
        </DoneNotice>
      ) : null}
      {resent ? (
        <DoneNotice>
          {t('charity-donors.resent-done', { count: resent.done })}{' '}
          {resent.skipped > 0 ? t('charity-donors.resent-skipped', { count: resent.skipped }) : null}
        </DoneNotice>
      ) : null}
      <DonationFilterForm path={path} filters={filters} columns={columns} fundraisers={fundraisers} />
      <nav className="charity-donors-periods" aria-label={t('charity-donors.periods')}>
        {periodNames.map((name) => {
          const { from, to } = loaderData.periods[name]
          const isCurrent = filters.from === from && filters.to === to
          return (
            <a
              key={name}
              className="chip"
              href={path + queryOf({ ...address, from, to })}
              {...(isCurrent ? { 'aria-current': 'true' as const } : {})}
            >
              {t(`charity-donors.period-${name}`)}
            </a>
          )
        })}
      </nav>
      <SavedFilters path={path} query={queryOf(address)} saved={savedFilters} form={filterForm} />
      {donations.length === 0 ? (
        <EmptyState title={t(isFiltered ? 'charity-donors.none-found' : 'charity-donors.no-donations')}>
          {isFiltered ? (
            <p>
              <a href={path}>{t('charity-donors.all-donations')}</a>
            </p>
          ) : null}
        </EmptyState>
      ) : (
        <PageForm className="stack-lg" id="donations">
          {isFirst ? <DonationSums totals={loaderData.totals} /> : null}
          {refusedAs ? <p className="error-text">{t('charity-donors.select-first')}</p> : null}
          <DonationTable
            label={title}
            donations={donations}
            donorPath={`/organize/charities/${organizationId}/donors`}
            columns={columns}
            isSelectable
          />
          <section className="card card-in stack" aria-labelledby="with-selected">
            <h2 id="with-selected">{t('charity-donors.with-selected')}</h2>
            <TextArea
              {...form.control('message')}
              label={t('charity-donors.message')}
              hint={t('charity-donors.message-hint')}
              rows={3}
            />
            <p className="button-row">
              <Button name="intent" value="thank">
                {t('charity-donors.thank')}
              </Button>
              <Button look="quiet" name="intent" value="resend">
                {t('charity-donors.resend')}
              </Button>
            </p>
          </section>
        </PageForm>
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
