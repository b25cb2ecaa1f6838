import '../../../styles/organizers/own-charity.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import { CharityCrumb } from '../../../features/organizers/charities/charity-head.tsx'
import { redirectToLogin, reauthenticationUrlFor } from '../../../lib/login-urls.ts'
import { postedForm } from '../../../lib/posted-form.ts'
import { postedText, toFormErrors } from '../../../lib/form-values.ts'
import { loadRestricted } from '../../../lib/access.ts'
import { useText } from '../../../lib/text.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { TextInput } from '../../../ui/field.tsx'
import type { Route } from './+types/address'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { api, viewer, locale, origin } = context.get(renderContext)
  const { organizationId } = params
  const { changeableFrom, ...address } = await loadRestricted(viewer, request, () =>
    api('GET /v4/organizations/:organizationId/subdomain', { organizationId }),
  )
  return {
    ...address,
    origin,
    from: changeableFrom && formatDay(localDateIn('UTC', new Date(changeableFrom)), locale),
    isDone: new URL(request.url).searchParams.get('done') === 'changed',
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, viewer, refusalOf } = context.get(renderContext)
  const { organizationId } = params
  const here = `/organize/charities/${organizationId}/address`
  if (!viewer.isSignedIn) return redirectToLogin(here)
  const subdomain = postedText(await postedForm(request), 'subdomain', 100)
  try {
    await api('PUT /v4/organizations/:organizationId/subdomain', { organizationId, subdomain })
    return redirect(`${here}?done=changed`, 303)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.code === 'reauthentication-required') return redirect(reauthenticationUrlFor(here), 303)
    if (refused.status === 401) return redirectToLogin(here)
    if (refused.status === 404) throw data(null, { status: 404 })
    return data({ refused, subdomain }, { status: refused.status })
  }
}

/** The URL of a charity's public page, with a form to change it. */
export default function CharityAddress({ loaderData, params, actionData }: Route.ComponentProps) {
  const t = useText()
  const { name, subdomain, former, from, origin, isDone } = loaderData
  const { refused } = actionData ?? {}
  const title = t('own-charity.address')
  const addressOf = (id: string) => `${origin.replace(/^https?:\/\//, '')}/organizations/${id}`
  return (
    <div className="page narrow-page stack-lg">
      <title>{refused ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <CharityCrumb id={params.organizationId} name={name} />
        <h1>{title}</h1>
        <p className="quiet">{t('own-charity.address-lead')}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, 'subdomain')} />
      {isDone && !refused ? (
        <p className="notice" role="status">
          {t('own-charity.address-changed')}
        </p>
      ) : null}
      <p>
        {t('own-charity.address-now')} <bdi dir="ltr">{addressOf(subdomain)}</bdi>
      </p>
      {from ? (
        <p>{t('own-charity.address-from', { date: from })}</p>
      ) : (
        <form method="post" className="stack" noValidate>
          <TextInput
            id="subdomain"
            label={t('own-charity.address-new')}
            hint={t('own-charity.address-hint')}
            error={refused?.fields.subdomain}
            defaultValue={actionData?.subdomain ?? ''}
            maxLength={50}
            dir="ltr"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <p>
            <button className="button button-primary">{t('own-charity.address-save')}</button>
          </p>
        </form>
      )}
      {former.length > 0 ? (
        <section className="stack" aria-labelledby="former">
          <h2 id="former">{t('own-charity.address-former')}</h2>
          <ul>
            {former.map((text) => (
              <li key={text}>
                <bdi dir="ltr">{addressOf(text)}</bdi>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  )
}
