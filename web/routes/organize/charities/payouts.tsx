import '#web/features/money/payouts/charity-payouts.css'
import '#web/features/organizers/organizing/table.css'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import { CharityMoney } from '#web/features/money/payouts/charity-money.tsx'
import { CharityPayoutList } from '#web/features/money/payouts/charity-payout-list.tsx'
import { shownMoney } from '#web/features/money/payouts/shown-money.ts'
import { hidden } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { Pager } from '#web/kit/pager.tsx'
import { submitForm } from '#web/kit/submit-form.ts'
import { viewForm } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/payouts'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['money/charity-payouts', 'money/ledger-head']

const done = { requested: 'charity-payouts.requested' } as const

export const requestFields = { currency: hidden }

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, hasPayouts, locale, params: { organizationId }, query, sentencesOf }) => {
    if (!hasPayouts) throw new Response(null, { status: 404 })
    const before = query.get('before')
    const [found, { role, isClosed }, { details }] = await Promise.all([
      api('GET /v4/organizations/:organizationId/payouts', { organizationId, ...(before ? { before } : {}) }),
      api('GET /v4/organizations/:organizationId', { organizationId }),
      api('GET /v4/organizations/:organizationId/bank-details', { organizationId }),
    ])
    const charity = { id: organizationId, role, isClosed, bankDetails: details }
    return {
      isFirst: before === null,
      currencies: found.currencies.map((overview) => shownMoney(overview, charity, { locale, sentencesOf })),
      payouts: found.payouts.map(({ id, reference, kind, state, currency, total, draftedAt }) => ({
        id,
        reference,
        kind,
        state,
        currency,
        total,
        day: formatDay(localDateIn('UTC', new Date(draftedAt)), locale),
      })),
      next: found.next,
    }
  })

/** A member requests a payout of everything that is free in a currency. */
export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    requestFields,
    async ({ currency }, { api }) => {
      const { organizationId } = args.params
      await api('POST /v4/organizations/:organizationId/payouts', { organizationId, currency })
      return '?done=requested'
    },
    { decisions: ['form'] },
  )

/** A charity's money at a glance, the request of a payout, and its payouts (payouts-14). */
export default function CharityPayouts({ loaderData, params: { organizationId }, actionData }: Route.ComponentProps) {
  const t = useText()
  const { currencies, payouts, next, isFirst } = loaderData
  const requested = currencies.find(({ currency }) => currency === actionData?.values.currency)
  const first = requested ? `request-${requested.currency}` : 'content'
  const form = viewForm(requestFields, actionData, {}, { first })
  const title = t('charity-payouts.title')
  const root = `/organize/charities/${organizationId}/payouts`
  return (
    <div className="charity-payouts stack-lg">
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('charity-payouts.lead')}</p>
      </div>
      <FormResult title={title} sent={actionData} forms={[form]} done={done} />
      {currencies.map((money) => (
        <CharityMoney key={money.currency} money={money} />
      ))}
      {currencies.length === 0 ? (
        <p className="notice">
          {t('charity-payouts.empty')}{' '}
          <a href={`/organize/charities/${organizationId}/bank`}>{t('charity-payouts.missing-bank')}</a>
        </p>
      ) : null}
      <section className="stack" aria-labelledby="payout-list">
        <h2 id="payout-list">{t('charity-payouts.list')}</h2>
        <CharityPayoutList root={root} payouts={payouts} />
        <Pager
          label={t('organize.pages')}
          newest={isFirst ? undefined : { href: root, text: t('organize.newest') }}
          older={next ? { href: `${root}?before=${next}`, text: t('organize.older') } : undefined}
        />
      </section>
    </div>
  )
}
