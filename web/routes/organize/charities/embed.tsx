import '../../../styles/organizers/own-charity.css'
import '../../../styles/organizers/copy.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { embedHostsMax } from '#modules/causes/organizations/rules/embed-host.ts'
import { CharityCrumb } from '../../../features/organizers/charities/charity-head.tsx'
import { EmbedCode } from '../../../features/organizers/organizing/embed-code.tsx'
import { redirectToLogin, reauthenticationUrlFor } from '../../../lib/login-urls.ts'
import { postedForm } from '../../../lib/posted-form.ts'
import { postedText, toFormErrors } from '../../../lib/form-values.ts'
import { loadRestricted } from '../../../lib/access.ts'
import { useText } from '../../../lib/text.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { Select, TextArea } from '../../../ui/field.tsx'
import type { Route } from './+types/embed'

/** More than the maximum number of hosts, so that a list that is too long returns with its error. */
const linesMax = 100

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { api, viewer, origin } = context.get(renderContext)
  const { organizationId } = params
  const embeds = await loadRestricted(viewer, request, () =>
    api('GET /v4/organizations/:organizationId/embed-hosts', { organizationId }),
  )
  const { subdomain, name } = embeds.charity
  const { pages } = await api('GET /v4/organizations/:subdomain/hosted-pages', { subdomain })
  const choices = [
    { slug: subdomain, title: name },
    ...pages
      .filter(({ status }) => status === 'published')
      .map(({ legacyCampaignSlug, title }) => ({ slug: legacyCampaignSlug, title })),
  ]
  const query = new URL(request.url).searchParams
  const chosen = choices.find(({ slug }) => slug === query.get('page')) ?? { slug: subdomain, title: name }
  return {
    ...embeds,
    origin,
    choices,
    chosen,
    // The general fund of a charity that signs up is a draft.
    isPublic: await api('GET /v4/campaign-pages/:slug', { slug: chosen.slug }).then(
      () => true,
      () => false,
    ),
    isDone: query.get('done') === 'changed',
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, viewer, refusalOf } = context.get(renderContext)
  const { organizationId } = params
  const here = `/organize/charities/${organizationId}/embed`
  if (!viewer.isSignedIn) return redirectToLogin(here)
  const hosts = postedText(await postedForm(request), 'hosts', 4000)
  try {
    const lines = hosts.split(/\s+/).slice(0, linesMax)
    await api('PUT /v4/organizations/:organizationId/embed-hosts', { organizationId, hosts: lines })
    return redirect(`${here}?done=changed`, 303)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.code === 'reauthentication-required') return redirect(reauthenticationUrlFor(here), 303)
    if (refused.status === 401) return redirectToLogin(here)
    if (refused.status === 404) throw data(null, { status: 404 })
    return data({ refused, hosts }, { status: refused.status })
  }
}

/** The websites that may embed a charity's donation form, and the code to copy. */
export default function CharityEmbed({ loaderData, params, actionData }: Route.ComponentProps) {
  const t = useText()
  const { charity, hosts, canChange, allowsLocal, choices, chosen, origin, isDone } = loaderData
  const { refused } = actionData ?? {}
  const title = t('own-charity.embed')
  return (
    <div className="page narrow-page stack-lg">
      <title>{refused ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <CharityCrumb id={params.organizationId} name={charity.name} />
        <h1>{title}</h1>
        <p className="quiet">{t('own-charity.embed-lead')}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, 'hosts')} />
      {isDone && !refused ? (
        <p className="notice" role="status">
          {t('own-charity.embed-changed')}
        </p>
      ) : null}
      <section className="card card-in stack" aria-labelledby="websites">
        <h2 id="websites">{t('own-charity.embed-hosts')}</h2>
        {hosts.length === 0 ? <p>{t('own-charity.embed-none')}</p> : null}
        {canChange ? (
          <form method="post" className="stack" noValidate>
            <TextArea
              id="hosts"
              label={t('own-charity.embed-list', { max: embedHostsMax })}
              hint={t(allowsLocal ? 'own-charity.embed-hint-local' : 'own-charity.embed-hint')}
              error={refused?.fields.hosts}
              defaultValue={actionData?.hosts ?? hosts.join('\n')}
              rows={Math.max(4, hosts.length + 1)}
              dir="ltr"
              autoCapitalize="none"
              spellCheck={false}
            />
            <p>
              <button className="button button-primary">{t('own-charity.embed-save')}</button>
            </p>
          </form>
        ) : (
          <>
            <ul>
              {hosts.map((host) => (
                <li key={host}>
                  <bdi dir="ltr">{host}</bdi>
                </li>
              ))}
            </ul>
            <p className="quiet small">{t('own-charity.embed-admins-only')}</p>
          </>
        )}
      </section>
      <section className="card card-in stack" aria-labelledby="code">
        <h2 id="code">{t('own-charity.embed-code')}</h2>
        {choices.length > 1 ? (
          <form method="get" className="stack">
            <Select id="page" label={t('own-charity.embed-page')} defaultValue={chosen.slug}>
              {choices.map(({ slug, title: name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </Select>
            <p>
              <button className="button button-quiet">{t('own-charity.embed-show')}</button>
            </p>
          </form>
        ) : null}
        <EmbedCode origin={origin} slug={chosen.slug} title={chosen.title} isPublic={loaderData.isPublic} />
      </section>
    </div>
  )
}
