import '#web/features/organizers/organizing/copy.css'
import '#web/features/organizers/webhooks/webhooks.css'
import { createForms } from '#web/features/organizers/webhooks/webhook-forms.ts'
import { WebhookList } from '#web/features/organizers/webhooks/webhook-list.tsx'
import { WebhookFields, WebhookSecret } from '#web/features/organizers/webhooks/webhook-parts.tsx'
import { toWebhookRow } from '#web/features/organizers/webhooks/webhook-rows.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { submitForms } from '#web/kit/submit-form.ts'
import { viewForm } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/webhooks'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['organizers/webhooks']

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, params: { organizationId }, now, locale }) => {
    const { endpoints } = await api('GET /v4/organizations/:organizationId/webhook-endpoints', { organizationId })
    return { rows: endpoints.map((endpoint) => toWebhookRow(endpoint, now(), locale)) }
  })

export const action = (args: Route.ActionArgs) => {
  const { organizationId } = args.params
  return submitForms(args, createForms, {
    create: async (values, { api }) => ({
      result: await api('POST /v4/organizations/:organizationId/webhook-endpoints', { organizationId, ...values }),
    }),
  })
}

/** The webhooks of a charity, for its owners and admins. */
export default function CharityWebhooks({ loaderData: { rows }, actionData, params }: Route.ComponentProps) {
  const t = useText()
  const title = t('webhooks.title')
  const root = `/organize/charities/${params.organizationId}/webhooks`
  const created = actionData?.result
  const form = viewForm(createForms.create, created ? undefined : actionData, {
    events: ['donation.succeeded', 'donation.refunded'],
  })
  return (
    <div className="webhooks-page stack-lg">
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('webhooks.lead')}</p>
        <p>
          <a href="/docs/api/guide#webhooks">{t('webhooks.document')}</a>
        </p>
      </div>
      <FormResult title={title} sent={actionData} forms={[form]} done={{ deleted: 'webhooks.done-deleted' }} />
      {created ? (
        <WebhookSecret secret={created.secret}>
          <p>
            <a href={`${root}/${created.id}`}>{t('webhooks.try-it')}</a>
          </p>
        </WebhookSecret>
      ) : null}
      <section className="card card-in stack" aria-labelledby="list">
        <h2 id="list">{t('webhooks.list')}</h2>
        {rows.length === 0 ? <p className="quiet">{t('webhooks.none')}</p> : <WebhookList root={root} rows={rows} />}
      </section>
      <section className="card card-in stack" aria-labelledby="new">
        <h2 id="new">{t('webhooks.new')}</h2>
        <PageForm className="stack" noValidate>
          <input type="hidden" name="intent" value="create" />
          <WebhookFields form={form} />
          <p>
            <button className="button button-primary">{t('webhooks.create')}</button>
          </p>
        </PageForm>
      </section>
    </div>
  )
}
