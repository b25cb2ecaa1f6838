import '#web/features/organizers/charities/own-charity.css'
import '#web/features/organizers/organizing/copy.css'
import { data, redirect } from 'react-router'
import { renderContext, type ServerApi } from '#server/pages/render-context.ts'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import type { Locale } from '#shared/text.ts'
import { DomainCard } from '#web/features/organizers/charities/domain-card.tsx'
import { CopyField } from '#web/features/organizers/organizing/copy-field.tsx'
import { redirectToLogin, reauthenticationUrlFor } from '#web/lib/login-urls.ts'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { loadPage } from '#web/kit/load-page.ts'
import { useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { TextInput } from '#web/ui/field.tsx'
import type { Route } from './+types/domains'
import type { Namespaces } from '#web/lib/namespace-lists.ts'
import { DoneNotice } from '#web/ui/result-notice.tsx'

export const namespaces: Namespaces = ['organizers/charity-domains']

const doneTexts = {
  added: 'domains.done-added',
  checked: 'domains.done-checked',
  chosen: 'domains.done-chosen',
  unchosen: 'domains.done-unchosen',
  removed: 'domains.done-removed',
} as const
type Done = keyof typeof doneTexts

const hostMax = 300

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, params, query }) => {
    const { organizationId } = params
    const { domains, ...list } = await api('GET /v4/organizations/:organizationId/domains', { organizationId })
    const done = query.get('done')
    return {
      ...list,
      domains: domains.map((domain) => ({
        host: domain.host,
        state: domain.state,
        isPrimary: domain.isPrimary,
        record: domain.record,
        since: dayText(domain.droppedAt ?? domain.missingSince ?? domain.verifiedAt ?? domain.addedAt, locale),
        checked: domain.checkedAt && `${dayText(domain.checkedAt, locale)} ${domain.checkedAt.slice(11, 16)} UTC`,
        silentSince: domain.unreachableSince && dayText(domain.unreachableSince, locale),
      })),
      done: (Object.keys(doneTexts) as Done[]).find((key) => key === done) ?? null,
      /** The host typed before reauthentication. */
      typedHost: query.get('host')?.slice(0, hostMax) ?? '',
    }
  })

const dayText = (instant: string, locale: Locale): string => formatDay(localDateIn('UTC', new Date(instant)), locale)

/** The buttons of a posted form; a form without one of them adds a domain. */
const acts = ['check', 'choose', 'unchoose', 'remove'] as const
type Act = (typeof acts)[number] | 'add'
const doneAfter: Readonly<Record<Act, Done>> = {
  add: 'added',
  check: 'checked',
  choose: 'chosen',
  unchoose: 'unchosen',
  remove: 'removed',
}

function actOf(form: FormData): { readonly act: Act; readonly host: string } {
  const act = acts.find((name) => form.has(name)) ?? 'add'
  return { act, host: postedText(form, act === 'add' ? 'host' : act, hostMax) }
}

function run(api: ServerApi, act: Act, ids: { readonly organizationId: string; readonly host: string }) {
  const { organizationId, host } = ids
  switch (act) {
    case 'add':
      return api('POST /v4/organizations/:organizationId/domains', ids)
    case 'check':
      return api('POST /v4/organizations/:organizationId/domains/:host/checks', ids)
    case 'remove':
      return api('DELETE /v4/organizations/:organizationId/domains/:host', ids)
    case 'choose':
    case 'unchoose':
      return api('PUT /v4/organizations/:organizationId/primary-domain', {
        organizationId,
        host: act === 'choose' ? host : null,
      })
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, viewer, refusalOf } = context.get(renderContext)
  const { organizationId } = params
  const here = `/organize/charities/${organizationId}/domains`
  const form = await formOfOwner({ context, request })
  if (!viewer.isSignedIn) return redirectToLogin(here)
  const { act, host } = actOf(form)
  try {
    await run(api, act, { organizationId, host })
    return redirect(`${here}?done=${doneAfter[act]}`, 303)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.code === 'reauthentication-required')
      return redirect(reauthenticationUrlFor(act === 'add' ? `${here}?host=${encodeURIComponent(host)}` : here), 303)
    if (refused.status === 401) return redirectToLogin(here)
    if (refused.code === 'charity-not-found') throw data(null, { status: 404 })
    return data({ refused, host, isAdding: act === 'add' }, { status: refused.status })
  }
}

/** A charity's own domains: their DNS records and states, and the owners' forms. */
export default function CharityDomains({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { domains, canChange, hasDemoDns, max, target, done, typedHost } = loaderData
  const { refused, host, isAdding } = actionData ?? {}
  const title = t('domains.title')
  const wrong =
    refused && !isAdding
      ? [{ id: `domain-${host}`, text: refused.fields.host ?? refused.message }]
      : toFormErrors(refused, 'host')
  return (
    <div className="account-form stack-lg">
      <title>{refused ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('domains.lead')}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={wrong} />
      {done && !refused ? <DoneNotice>{t(doneTexts[done])}</DoneNotice> : null}
      {domains.length === 0 ? <p>{t('domains.none')}</p> : null}
      {domains.map((domain) => (
        <DomainCard key={domain.host} domain={domain} canChange={canChange}>
          {domain.state === 'verified' ? null : (
            <>
              <p>{t('domains.record', { type: domain.record.type })}</p>
              <CopyField id={`name-${domain.host}`} label={t('domains.record-name')} value={domain.record.name} />
              <CopyField id={`value-${domain.host}`} label={t('domains.record-value')} value={domain.record.value} />
              {hasDemoDns && domain.host.endsWith('.test') ? (
                <p className="small">
                  <a href={`/dev/dns?name=${domain.record.name}&value=${domain.record.value}`}>{t('domains.demo')}</a>
                </p>
              ) : null}
            </>
          )}
        </DomainCard>
      ))}
      {domains.length > 0 ? (
        <section className="card card-in stack" aria-labelledby="target">
          <h2 id="target">{t('domains.target')}</h2>
          <p>{t('domains.target-text')}</p>
          <CopyField id="target-host" label="CNAME" value={target} />
          <p className="quiet small">{t('domains.target-apex')}</p>
        </section>
      ) : null}
      {canChange ? null : <p className="quiet small">{t('domains.owners-only')}</p>}
      {canChange && domains.length >= max ? <p className="quiet">{t('domains.full', { max })}</p> : null}
      {canChange && domains.length < max ? (
        <PageForm className="card card-in stack" aria-labelledby="add" noValidate>
          <h2 id="add">{t('domains.add')}</h2>
          <TextInput
            id="host"
            label={t('domains.host')}
            hint={t('domains.host-hint', { max })}
            error={isAdding ? refused?.fields.host : undefined}
            defaultValue={isAdding ? host : typedHost}
            maxLength={hostMax}
            dir="ltr"
            inputMode="url"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            required
          />
          <p>
            <button className="button button-primary">{t('domains.add-button')}</button>
          </p>
        </PageForm>
      ) : null}
    </div>
  )
}
