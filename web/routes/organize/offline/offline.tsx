import { shortDay } from '#web/features/organizers/organizing/days.ts'
import { OfflineForm, offlineFields, OfflineList } from '#web/features/organizers/organizing/offline-parts.tsx'
import { PageTitle } from '#web/features/organizers/organizing/page-title.tsx'
import { hidden, text } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { Pager } from '#web/kit/pager.tsx'
import { submitForms } from '#web/kit/submit-form.ts'
import { sentAs, viewForm } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import '#web/features/organizers/organizing/organize.css'
import '#web/features/organizers/organizing/dashboard.css'
import '#web/features/organizers/organizing/chart.css'
import '#web/features/organizers/organizing/table.css'
import '#web/features/organizers/organizing/claim.css'
import '#web/features/organizers/organizing/offline.css'
import '#web/features/organizers/organizing/copy.css'
import type { Route } from './+types/offline'

const pageSize = 25
const pageIn = (query: URLSearchParams): number =>
  Math.max(0, Math.min(10_000, Math.floor(Number(query.get('page') ?? 0)) || 0))
/** Returns the URL of the list with a notice. */
const listAt = (path: string, page: number, values: Readonly<Record<string, string>> = {}): string => {
  const query = new URLSearchParams({ ...(page > 0 ? { page: String(page) } : {}), ...values }).toString()
  return query ? `${path}?${query}` : path
}
const done = {
  added: 'organize.done-added',
  waiting: 'organize.done-waiting',
  confirmed: 'organize.done-confirmed',
  withdrawn: 'organize.done-withdrawn',
  imported: 'organize.done-imported',
} as const

/** Records a donation, confirms one or an import, or withdraws one with a reason. */
const forms = {
  add: offlineFields,
  confirm: { gift: hidden, import: hidden },
  withdraw: { reason: text(300), gift: hidden },
}

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, viewer, now, params, query }) => {
    const page = pageIn(query)
    const { campaignId } = params
    const range = { offset: page * pageSize, limit: pageSize }
    const found = await api('GET /v4/campaigns/:campaignId/offline', { campaignId, ...range })
    return {
      ...found,
      donations: found.donations.map((donation) => ({
        ...donation,
        label: shortDay(donation.receivedOn, locale, { withYear: true }),
      })),
      page,
      withdrawing: query.get('withdraw'),
      // A new key each time the form is rendered, so that submitting it twice records one donation.
      idempotencyKey: `${viewer.id}-${now().getTime().toString(36)}`,
    }
  })

export const action = (args: Route.ActionArgs) => {
  const { campaignId } = args.params
  const listWith = (result: string) => listAt('', pageIn(new URL(args.request.url).searchParams), { done: result })
  return submitForms(
    args,
    forms,
    {
      add: async ({ key, ...values }, { api }) => {
        const input = { id: campaignId, ...values }
        const { state } = await api('POST /api/projectadmin/offlineDonation', input, key || undefined)
        return `?done=${state === 'waiting' ? 'waiting' : 'added'}`
      },
      confirm: async ({ gift, import: importId }, { api }) => {
        const ids = { ...(gift ? { offlineId: gift } : {}), ...(importId ? { importId } : {}) }
        await api('POST /v4/campaigns/:campaignId/offline/confirm', { campaignId, ...ids })
        return listWith('confirmed')
      },
      withdraw: async ({ gift: offlineId, reason }, { api }) => {
        const call = 'POST /v4/campaigns/:campaignId/offline/:offlineId/withdraw'
        await api(call, { campaignId, offlineId, reason })
        return listWith('withdrawn')
      },
    },
    { decisions: ['add', 'confirm', 'withdraw'] },
  )
}

/**
 * Donations in cash, by bank transfer or by cheque: shown separately, never paid out, and without a receipt
 * (content-11).
 */
export default function OrganizeOffline({ loaderData: data, actionData, params }: Route.ComponentProps) {
  const t = useText()
  const path = `/organize/${params.campaignId}/offline`
  const title = t('organize.offline')
  const add = viewForm(forms.add, sentAs(actionData, 'add'), { receivedOn: data.today, method: 'cash' })
  const withdraw = viewForm(forms.withdraw, sentAs(actionData, 'withdraw'))
  const confirm = viewForm(forms.confirm, sentAs(actionData, 'confirm'), {}, { first: 'entered' })
  return (
    <>
      <PageTitle section={actionData?.refused ? t('shell.title-problem', { title }) : title} />
      <div className="page-head">
        <div className="stack">
          <h1>{title}</h1>
          <p className="quiet">{t('organize.offline-lead')}</p>
        </div>
        <a className="button button-quiet" href={`${path}/import`}>
          {t('organize.import')}
        </a>
      </div>
      <FormResult sent={actionData} forms={[add, withdraw, confirm]} done={done} />
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
              problem={withdraw.errors[0]?.text}
              typed={withdraw.values.reason ?? ''}
            />
          )}
          <Pager
            label={t('organize.pages')}
            newest={data.page > 0 ? { href: path, text: t('organize.newest') } : undefined}
            older={data.hasMore ? { href: listAt(path, data.page + 1), text: t('organize.older') } : undefined}
          />
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
            form={add}
            idempotencyKey={data.idempotencyKey}
          />
        </section>
      </div>
    </>
  )
}

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
