import '#web/features/organizers/organizing/copy.css'
import '#web/features/organizers/webhooks/webhooks.css'
import { webhookEventKinds } from '#modules/organizers/webhooks/rules/event-kinds.ts'
import { withQuery } from '#shared/pages/with-query.ts'
import { DeliveryFilter } from '#web/features/organizers/webhooks/delivery-filter.tsx'
import { DeliveryList } from '#web/features/organizers/webhooks/delivery-list.tsx'
import { toOverlapHours, toRange, webhookForms } from '#web/features/organizers/webhooks/webhook-forms.ts'
import { WebhookBadge, WebhookSecret } from '#web/features/organizers/webhooks/webhook-parts.tsx'
import { deliveryStates, toDeliveryRows, toWebhook } from '#web/features/organizers/webhooks/webhook-rows.ts'
import { ResendRange, WebhookControls, WebhookSettings } from '#web/features/organizers/webhooks/webhook-settings.tsx'
import { WebhookState } from '#web/features/organizers/webhooks/webhook-state.tsx'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { Pager } from '#web/kit/pager.tsx'
import { submitForms } from '#web/kit/submit-form.ts'
import { sentAs, viewForm } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/webhook'
import type { Namespaces } from '#web/lib/namespace-lists.ts'
import { DoneNotice } from '#web/ui/result-notice.tsx'

export const namespaces: Namespaces = ['organizers/webhooks']

const done = {
  saved: 'webhooks.done-saved',
  tested: 'webhooks.done-tested',
  enabled: 'webhooks.done-enabled',
  disabled: 'webhooks.done-disabled',
  resent: 'webhooks.done-resent',
} as const

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, params, query, locale }) => {
    const state = deliveryStates.find((known) => known === query.get('state'))
    const before = query.get('before') ?? ''
    const { charity, endpoint, deliveries, next } = await api(
      'GET /v4/organizations/:organizationId/webhook-endpoints/:endpointId/deliveries',
      { ...params, ...(state ? { state } : {}), ...(/^\d{1,18}$/.test(before) ? { before } : {}) },
    )
    return {
      row: toWebhook(endpoint, charity.timeZone, locale),
      deliveries: toDeliveryRows(deliveries, charity.timeZone, locale),
      next,
      state: state ?? null,
      isFirst: before === '',
    }
  })

export const action = (args: Route.ActionArgs) => {
  const { params } = args
  /** The page with the same filter, so that the delivery that was sent again stays in view. */
  const resent = () => {
    const query = new URL(args.request.url).searchParams
    query.set('done', 'resent')
    return `?${query.toString()}`
  }
  return submitForms(args, webhookForms, {
    save: async (values, { api }) => {
      await api('PATCH /v4/organizations/:organizationId/webhook-endpoints/:endpointId', { ...params, ...values })
      return '?done=saved'
    },
    test: async (_, { api }) => {
      await api('POST /v4/organizations/:organizationId/webhook-endpoints/:endpointId/test', params)
      return '?done=tested'
    },
    enable: async (_, { api }) => {
      const call = 'PATCH /v4/organizations/:organizationId/webhook-endpoints/:endpointId'
      await api(call, { ...params, isEnabled: true })
      return '?done=enabled'
    },
    disable: async (_, { api }) => {
      const call = 'PATCH /v4/organizations/:organizationId/webhook-endpoints/:endpointId'
      await api(call, { ...params, isEnabled: false })
      return '?done=disabled'
    },
    remove: async (_, { api }) => {
      await api('DELETE /v4/organizations/:organizationId/webhook-endpoints/:endpointId', params)
      return `/organize/charities/${params.organizationId}/webhooks?done=deleted`
    },
    rotate: async ({ overlapHours }, { api }) => ({
      result: await api('POST /v4/organizations/:organizationId/webhook-endpoints/:endpointId/rotation', {
        ...params,
        overlapHours: toOverlapHours(overlapHours),
      }),
    }),
    resend: async ({ deliveryId }, { api }) => {
      const call = 'POST /v4/organizations/:organizationId/webhook-endpoints/:endpointId/deliveries/:deliveryId/resend'
      await api(call, { ...params, deliveryId })
      return resent()
    },
    'resend-range': async (values, { api }) => {
      const list = 'GET /v4/organizations/:organizationId/webhook-endpoints/:endpointId/deliveries'
      const { charity } = await api(list, { ...params, limit: 1 })
      const call = 'POST /v4/organizations/:organizationId/webhook-endpoints/:endpointId/resend'
      return { result: await api(call, { ...params, ...toRange(values, charity.timeZone) }) }
    },
  })
}

/** A webhook of a charity: its state, what was sent to it in the last 30 days, and its settings. */
export default function CharityWebhook({ loaderData, actionData, params }: Route.ComponentProps) {
  const t = useText()
  const { row, deliveries, next, state, isFirst } = loaderData
  const root = `/organize/charities/${params.organizationId}/webhooks`
  const path = `${root}/${row.id}`
  const title = t('webhooks.one', { host: `\u2066${row.host}\u2069` })
  const rotated = sentAs(actionData, 'rotate')?.result
  const resent = sentAs(actionData, 'resend-range')?.result
  const settings = viewForm(webhookForms.save, sentAs(actionData, 'save'), {
    url: row.url,
    events: webhookEventKinds.filter((kind) => row.events.includes(kind)),
  })
  const range = viewForm(webhookForms['resend-range'], resent ? undefined : sentAs(actionData, 'resend-range'))
  const filter: Readonly<Record<string, string>> = state === null ? {} : { state }
  const canSend = row.state !== 'disabled'
  return (
    <div className="webhooks-page stack-lg">
      <div className="stack">
        <p>
          <a href={root}>{t('webhooks.back')}</a>
        </p>
        <h1>{title}</h1>
        <p className="webhooks-address">
          <bdi dir="ltr">{row.url}</bdi> <WebhookBadge state={row.state} />
        </p>
      </div>
      <FormResult title={title} sent={actionData} forms={[settings, range]} first="deliveries" done={done} />
      {rotated ? <WebhookSecret secret={rotated.secret} /> : null}
      {resent ? <DoneNotice>{t('webhooks.range-done', { count: resent.events })}</DoneNotice> : null}
      <WebhookState row={row} />
      <section className="card card-in stack" aria-labelledby="deliveries">
        <div className="row-apart">
          <h2 id="deliveries" tabIndex={-1}>
            {t('webhooks.deliveries')}
          </h2>
          <PageForm>
            <input type="hidden" name="intent" value="test" />
            <button className="button button-quiet button-small">{t('webhooks.test')}</button>
          </PageForm>
        </div>
        <DeliveryFilter path={path} state={state} />
        {deliveries.length === 0 ? (
          <p className="quiet">{t(state ? 'webhooks.none-found' : 'webhooks.nothing-sent')}</p>
        ) : (
          <DeliveryList rows={deliveries} canSend={canSend} />
        )}
        <Pager
          label={t('organize.pages')}
          newest={isFirst ? undefined : { href: withQuery(path, filter), text: t('organize.newest') }}
          older={next ? { href: withQuery(path, { ...filter, before: next }), text: t('organize.older') } : undefined}
        />
      </section>
      {canSend ? <ResendRange form={range} /> : null}
      <WebhookSettings form={settings} />
      <WebhookControls row={row} />
    </div>
  )
}
