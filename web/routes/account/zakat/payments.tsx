import { addDays } from '#shared/date-arithmetic.ts'
import { renderContext } from '#server/pages/render-context.ts'
import { localDateIn } from '#shared/calendar.ts'
import { OffsiteList } from '#web/features/faith/zakat/tracker/payment-lists.tsx'
import { withDay } from '#web/features/faith/zakat/tracker/shown-day.ts'
import { requireSignIn } from '#web/lib/access.ts'
import { useText } from '#web/lib/text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ResultNotice } from '#web/ui/result-notice.tsx'
import '#web/features/faith/zakat/zakat-account.css'
import type { Route } from './+types/payments'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['faith/zakat-account', 'faith/faults']

const pageSize = 20
const doneKeys = {
  added: 'zakat-account.done-added',
  changed: 'zakat-account.done-changed',
  imported: 'zakat-account.done-imported',
} as const

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, viewer, locale, now } = context.get(renderContext)
  requireSignIn(viewer, request)
  const query = new URL(request.url).searchParams
  const offsetParam = Number(query.get('offset') ?? 0)
  const offset = Number.isInteger(offsetParam) && offsetParam > 0 ? Math.min(offsetParam, 100_000) : 0
  const { offlineDonations, total } = await api('POST /api/zakat/getOffLineDonations', {
    id: viewer.id,
    limit: pageSize,
    offset,
    // Includes today in every time zone.
    filter: { StartDate: '1900-01-01', EndDate: addDays(localDateIn('UTC', now()), 2) },
  })
  return {
    entries: offlineDonations.map((entry) => withDay(entry, locale)),
    total,
    offset,
    done: query.get('done') ?? '',
  }
}

/** All payments made elsewhere, newest first. */
export default function ZakatPayments({ loaderData: { entries, total, offset, done } }: Route.ComponentProps) {
  const t = useText()
  const title = t('zakat-account.elsewhere-all')
  return (
    <>
      <title>{title}</title>
      <div className="stack">
        <p>
          <a className="tap-link" href="/account/zakat">
            {t('zakat-account.back')}
          </a>
        </p>
        <h1>{title}</h1>
      </div>
      <ResultNotice
        problem={undefined}
        done={Object.hasOwn(doneKeys, done) ? t(doneKeys[done as keyof typeof doneKeys]) : undefined}
      />
      <p className="button-row">
        <a className="button button-primary" href="/account/zakat/payments/new">
          {t('zakat-account.add')}
        </a>
        <a className="button button-quiet" href="/account/zakat/payments/import">
          {t('zakat-account.import')}
        </a>
      </p>
      {entries.length > 0 ? (
        <OffsiteList entries={entries} currency={undefined} />
      ) : (
        <EmptyState title={t('zakat-account.elsewhere-none-at-all')} />
      )}
      <p className="button-row">
        {offset > 0 ? (
          <a className="button button-quiet" href={`?offset=${Math.max(0, offset - pageSize)}`}>
            {t('zakat-account.newer')}
          </a>
        ) : null}
        {offset + entries.length < total ? (
          <a className="button button-quiet" href={`?offset=${offset + pageSize}`}>
            {t('zakat-account.older')}
          </a>
        ) : null}
      </p>
    </>
  )
}
