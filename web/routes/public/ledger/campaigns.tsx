import '#web/features/money/public-ledger/public-ledger.css'
import '#web/features/organizers/organizing/table.css'
import { formatDay, localDate } from '#shared/calendar.ts'
import { renderContext } from '#server/pages/render-context.ts'
import { totalColumns, totalRows } from '#web/features/money/public-ledger/ledger-totals.tsx'
import { Pager } from '#web/kit/pager.tsx'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import type { Route } from './+types/campaigns'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['money/public-ledger']

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, hasPayouts, locale } = context.get(renderContext)
  const after = /^\d{1,18}$/.exec(new URL(request.url).searchParams.get('after') ?? '')?.[0]
  const [{ newest }, { campaigns, next }] = await Promise.all([
    api('GET /v4/ledger/head', {}),
    api('GET /v4/ledger/campaigns', after === undefined ? {} : { after }),
  ])
  if (!newest) throw new Response(null, { status: 404 })
  return {
    day: formatDay(localDate(newest.day), locale),
    campaigns,
    next,
    isFirstPage: after === undefined,
    hasPayouts,
  }
}

/** The own totals of each fundraiser up to the newest published day; those that aren't public have only a number. */
export default function LedgerCampaigns({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const { day, campaigns, next, isFirstPage, hasPayouts } = loaderData
  const columns = totalColumns(hasPayouts)
  const title = t('public-ledger.campaigns-title')
  return (
    <div className="page public-ledger-page stack-lg">
      <title>{title}</title>
      <div className="stack">
        <p>
          <a href="/ledger">{t('public-ledger.back')}</a>
        </p>
        <h1>{title}</h1>
        <p className="public-ledger-lead">{t('public-ledger.campaigns-lead', { day })}</p>
      </div>
      <ScrollRegion label={title}>
        <table className="table table-cards">
          <thead>
            <tr>
              <th scope="col">{t('public-ledger.fundraiser')}</th>
              <th scope="col">{t('public-ledger.currency')}</th>
              {columns.map(([name, text]) => (
                <th key={name} scope="col" className="table-figure">
                  {t(text)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {campaigns.flatMap(({ number, name, path, totals }) =>
              totalRows(totals).map(({ currency, isZakat, figures }) => (
                <tr key={`${number}${currency}${isZakat}`}>
                  <th scope="row">
                    <bdi>{number}</bdi>{' '}
                    {name !== null && path !== null ? (
                      <a className="table-block" href={path}>
                        <bdi>{name}</bdi>
                      </a>
                    ) : (
                      <span className="quiet table-block">{t('public-ledger.not-public')}</span>
                    )}
                  </th>
                  <td data-label={t('public-ledger.currency')}>
                    {isZakat ? t('public-ledger.zakat', { currency }) : currency}
                  </td>
                  {columns.map(([column, text]) => (
                    <td key={column} className="table-figure" data-label={t(text)}>
                      <Amount minor={figures[column]} currency={currency} fractions="always" />
                    </td>
                  ))}
                </tr>
              )),
            )}
          </tbody>
        </table>
      </ScrollRegion>
      <Pager
        label={t('public-ledger.pages')}
        newest={isFirstPage ? undefined : { href: '/ledger/campaigns', text: t('public-ledger.first-campaigns') }}
        older={
          next === null
            ? undefined
            : { href: `/ledger/campaigns?after=${next}`, text: t('public-ledger.next-campaigns') }
        }
      />
    </div>
  )
}
