import type { ReferralView } from '#modules/organizers/referrals/contract.ts'
import { type SortField, sortFields } from '#modules/organizers/referrals/rules/sorting.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { pageHref, type ShownReferrals, sortHref } from './address.ts'
import type { Json } from '#shared/wire/json.ts'

export type ReferralRow = Json<ReferralView> & { /** The formatted date. */ readonly label: string }

/** Sort options as links, which work without JavaScript. */
export function SortLinks({ path, shown }: { readonly path: string; readonly shown: ShownReferrals }) {
  const t = useText()
  return (
    <nav className="dashboard-periods row referral-sort" aria-label={t('referrals.sort')}>
      <span className="quiet small" aria-hidden="true">
        {t('referrals.sort')}
      </span>
      {sortFields.map((field) => {
        const isNow = field === shown.field
        return (
          <a key={field} className="chip" href={sortHref(path, shown, field)} aria-current={isNow || undefined}>
            {isNow
              ? t('referrals.sorted', {
                  field: t(`referrals.sort-${field}`),
                  way: t(`referrals.${shown.direction}-${field}`),
                })
              : t(`referrals.sort-${field}`)}
          </a>
        )
      })}
    </nav>
  )
}

export function ReferralTable({
  rows,
  shown,
  withCodes,
}: {
  readonly rows: readonly ReferralRow[]
  readonly shown: ShownReferrals
  readonly withCodes: boolean
}) {
  const t = useText()
  const sorted = (field: SortField) =>
    field === shown.field
      ? { 'aria-sort': shown.direction === 'asc' ? ('ascending' as const) : ('descending' as const) }
      : {}
  return (
    <ScrollRegion label={t('referrals.donations-title')}>
      <table className="table table-cards referral-table">
        <thead>
          <tr>
            <th scope="col" {...sorted('donor')}>
              {t('referrals.sort-donor')}
            </th>
            <th scope="col" {...sorted('date')}>
              {t('referrals.sort-date')}
            </th>
            <th scope="col">{t('referrals.how-often')}</th>
            {withCodes ? <th scope="col">{t('referrals.code')}</th> : null}
            <th scope="col" className="table-figure referral-figure" {...sorted('amount')}>
              {t('referrals.sort-amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <bdi>{row.donorName ?? t('referrals.anonymous')}</bdi>
              </th>
              <td data-label={t('referrals.sort-date')}>
                <bdi>{row.label}</bdi>
              </td>
              <td data-label={t('referrals.how-often')}>{t(`referrals.${row.frequency}`)}</td>
              {withCodes ? (
                <td data-label={t('referrals.code')}>
                  <bdi className="copy-code">{row.code}</bdi>
                </td>
              ) : null}
              <td className="table-figure referral-figure" data-label={t('referrals.sort-amount')}>
                <Amount minor={row.amount} currency={row.currencyCode} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

export function PageLinks({
  path,
  shown,
  pages,
}: {
  readonly path: string
  readonly shown: ShownReferrals
  readonly pages: number
}) {
  const t = useText()
  if (pages < 2) return null
  return (
    <nav className="button-row referral-pages" aria-label={t('referrals.pages')}>
      {shown.page > 1 ? (
        <a className="button button-quiet" href={pageHref(path, shown, shown.page - 1)} rel="prev">
          {t('referrals.before')}
        </a>
      ) : null}
      <span className="quiet small">{t('referrals.page', { page: shown.page, pages })}</span>
      {shown.page < pages ? (
        <a className="button button-quiet" href={pageHref(path, shown, shown.page + 1)} rel="next">
          {t('referrals.after')}
        </a>
      ) : null}
    </nav>
  )
}
