import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'
import { shortDay } from '../../features/organizers/organizing/days.ts'
import { throwAccessError, loadRestricted } from '../../lib/access.ts'
import { OfflineForm, OfflineList } from '../../features/organizers/organizing/offline-parts.tsx'
import { PageTitle } from '../../features/organizers/organizing/page-title.tsx'
import { postedForm } from '../../lib/posted-form.ts'
import { postedText, toFormErrors } from '../../lib/form-values.ts'
import { useText } from '../../lib/text.tsx'
import { Amount } from '../../ui/amount.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import '../../styles/organizers/organize.css'
import '../../styles/organizers/dashboard.css'
import '../../styles/organizers/chart.css'
import '../../styles/organizers/table.css'
import '../../styles/organizers/claim.css'
import '../../styles/organizers/offline.css'
import '../../styles/organizers/copy.css'
import type { Route } from './+types/offline'

const pageSize = 25
const pageIn = (query: URLSearchParams): number =>
  Math.max(0, Math.min(10_000, Math.floor(Number(query.get('page') ?? 0)) || 0))
/** Returns the URL of the list with a notice. */
const listAt = (path: string, page: number, values: Readonly<Record<string, string>> = {}): string => {
  const query = new URLSearchParams({ ...(page > 0 ? { page: String(page) } : {}), ...values }).toString()
  return query ? `${path}?${query}` : path
}
const done = ['added', 'waiting', 'confirmed', 'withdrawn', 'imported'] as const

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { api, locale, viewer, now } = context.get(renderContext)
  const query = new URL(request.url).searchParams
  const page = pageIn(query)
  const found = await loadRestricted(viewer, request, () =>
    api('GET /v4/campaigns/:campaignId/offline', {
      campaignId: params.campaignId,
      offset: page * pageSize,
      limit: pageSize,
    }),
  )
  return {
    ...found,
    donations: found.donations.map((donation) => ({
      ...donation,
      label: shortDay(donation.receivedOn, locale, { withYear: true }),
    })),
    page,
    withdrawing: query.get('withdraw'),
    done: done.find((option) => option === query.get('done')) ?? null,
    // A new key each time the form is rendered, so that submitting it twice records one donation.
    idempotencyKey: `${viewer.id}-${now().getTime().toString(36)}`,
  }
}

/** Plain forms: `add` records a donation, `confirm` confirms one or an import, `withdraw` needs a reason. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await postedForm(request)
  const intent = postedText(form, 'intent', 10)
  const path = `/organize/${params.campaignId}/offline`
  const page = pageIn(new URL(request.url).searchParams)
  const reason = postedText(form, 'reason', 2000)
  const typed = {
    amount: postedText(form, 'amount', 24),
    receivedOn: postedText(form, 'receivedOn', 20),
    donorName: postedText(form, 'donorName', 400),
    anonymous: form.get('anonymous') === 'yes',
    method: postedText(form, 'method', 20),
    note: postedText(form, 'note', 4000),
  }
  try {
    switch (intent) {
      case 'add': {
        const added = await api(
          'POST /api/projectadmin/offlineDonation',
          { id: params.campaignId, ...typed },
          postedText(form, 'key', 100) || undefined,
        )
        return redirect(`${path}?done=${added.state === 'waiting' ? 'waiting' : 'added'}`, 303)
      }
      case 'confirm': {
        const [offlineId, importId] = [postedText(form, 'gift', 40), postedText(form, 'import', 40)]
        await api('POST /v4/campaigns/:campaignId/offline/confirm', {
          campaignId: params.campaignId,
          ...(offlineId ? { offlineId } : {}),
          ...(importId ? { importId } : {}),
        })
        return redirect(listAt(path, page, { done: 'confirmed' }), 303)
      }
      case 'withdraw':
        await api('POST /v4/campaigns/:campaignId/offline/:offlineId/withdraw', {
          campaignId: params.campaignId,
          offlineId: postedText(form, 'gift', 40),
          reason,
        })
        return redirect(listAt(path, page, { done: 'withdrawn' }), 303)
      default:
        throw data(null, { status: 400 })
    }
  } catch (error) {
    if (!isProblem(error)) throw error
    if (error.class === 'authentication' || error.class === 'not-found') throwAccessError(error, request)
    const refused = refusalOf(error)
    return data({ refused, typed: intent === 'add' ? typed : undefined, reason, intent }, { status: refused.status })
  }
}

/**
 * Donations in cash, by bank transfer or by cheque: shown separately, never paid out, and without a receipt
 * (content-11).
 */
export default function OrganizeOffline({ loaderData: data, actionData, params }: Route.ComponentProps) {
  const t = useText()
  const path = `/organize/${params.campaignId}/offline`
  const title = t('organize.offline')
  const { refused, intent } = actionData ?? {}
  return (
    <>
      <PageTitle section={refused ? t('shell.title-problem', { title }) : title} />
      <div className="page-head">
        <div className="stack">
          <h1>{title}</h1>
          <p className="quiet">{t('organize.offline-lead')}</p>
        </div>
        <a className="button button-quiet" href={`${path}/import`}>
          {t('organize.import')}
        </a>
      </div>
      {data.done ? (
        <p className="notice" role="status">
          {t(`organize.done-${data.done}`)}
        </p>
      ) : null}
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, fieldOf[intent ?? ''] ?? 'amount')} />
      <Figures totals={data} />
      <div className="with-panel">
        <section className="stack" aria-labelledby="entered">
          <h2 id="entered">{t('organize.entered')}</h2>
          {data.donations.length === 0 ? (
            <EmptyState title={t('organize.nothing-entered')}>
              <p className="quiet">{t('organize.nothing-entered-text')}</p>
            </EmptyState>
          ) : (
            <OfflineList
              donations={data.donations}
              here={listAt(path, data.page)}
              withdrawing={data.withdrawing}
              problem={intent === 'withdraw' ? (refused?.fields.reason ?? refused?.message) : undefined}
              typed={actionData?.reason ?? ''}
            />
          )}
          <Pages path={path} page={data.page} hasMore={data.hasMore} />
        </section>
        <section className="card card-in stack panel" aria-labelledby="add">
          <h2 id="add">{t('organize.offline-one')}</h2>
          <p className="quiet small">
            {t('organize.review-note')} <Amount minor={data.reviewAbove} currency={data.currency} />
          </p>
          <OfflineForm
            action={path}
            currency={data.currency}
            today={data.today}
            faults={intent === 'add' ? (refused?.fields ?? {}) : {}}
            typed={
              actionData?.typed ?? {
                amount: '',
                receivedOn: data.today,
                donorName: '',
                anonymous: false,
                method: 'cash',
                note: '',
              }
            }
            idempotencyKey={data.idempotencyKey}
          />
        </section>
      </div>
    </>
  )
}

/** The field that shows an error which names none. */
const fieldOf: Readonly<Record<string, string>> = { withdraw: 'reason', confirm: 'entered' }

type Data = Route.ComponentProps['loaderData']

/** The totals of confirmed donations and of those that need confirmation. */
function Figures({ totals: { sums, currency } }: { readonly totals: Pick<Data, 'sums' | 'currency'> }) {
  const t = useText()
  const figure = (label: string, minor: number, count: number) => (
    <div className="dashboard-figure card card-in">
      <dt>{label}</dt>
      <dd className="dashboard-figure-value">
        <Amount minor={minor} currency={currency} />
      </dd>
      <dd className="quiet small">{t('organize.donation-count', { count })}</dd>
    </div>
  )
  return (
    <dl className="dashboard-figures">
      {figure(t('organize.offline-counted'), sums.counted, sums.countedCount)}
      {sums.waitingCount > 0 ? figure(t('organize.offline-waiting'), sums.waiting, sums.waitingCount) : null}
    </dl>
  )
}

function Pages({ path, page, hasMore }: Pick<Data, 'page' | 'hasMore'> & { readonly path: string }) {
  const t = useText()
  if (page === 0 && !hasMore) return null
  return (
    <nav className="button-row" aria-label={t('organize.pages')}>
      {page > 0 ? (
        <a className="button button-quiet" href={path}>
          {t('organize.newest')}
        </a>
      ) : null}
      {hasMore ? (
        <a className="button button-quiet" href={listAt(path, page + 1)}>
          {t('organize.older')}
        </a>
      ) : null}
    </nav>
  )
}
