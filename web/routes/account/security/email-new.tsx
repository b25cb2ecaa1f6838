import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { reauthenticationUrlFor } from '../../../lib/login-urls.ts'
import { postedForm } from '../../../lib/posted-form.ts'
import { postedText, toFormErrors } from '../../../lib/form-values.ts'
import { requireSignIn } from '../../../lib/access.ts'
import { useText } from '../../../lib/text.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { TextInput } from '../../../ui/field.tsx'
import type { Route } from './+types/email-new'

const here = '/account/profile/email'

/** Requires recent authentication before the address is typed, so that it isn't typed in vain. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, viewer } = context.get(renderContext)
  requireSignIn(viewer, request)
  const { email, requestedEmail, mustReauthenticate } = await api('GET /v4/me/email', {})
  if (mustReauthenticate) throw redirect(reauthenticationUrlFor(here))
  return { email, requestedEmail }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const email = postedText(await postedForm(request), 'email', 300)
  try {
    await api('POST /v4/me/email', { email })
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.code === 'reauthentication-required') return redirect(reauthenticationUrlFor(here), 303)
    return data({ refused, email }, { status: refused.status })
  }
  return data({ refused: undefined, email })
}

/** Form for a new email address, which becomes effective through the link sent to it. */
export default function NewEmail({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const refused = actionData?.refused
  const sentTo = actionData && !refused ? actionData.email : loaderData.requestedEmail
  const title = t('email.title')
  return (
    <>
      <title>{refused ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('email.lead', { email: `\u2068${loaderData.email}\u2069` })}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, 'email')} />
      {sentTo && !refused ? (
        <p className="notice" role="status">
          {t('email.sent', { email: `\u2068${sentTo}\u2069` })}
        </p>
      ) : null}
      <form method="post" className="stack account-form" noValidate>
        <TextInput
          id="email"
          type="email"
          label={t('email.new')}
          autoComplete="email"
          dir="ltr"
          maxLength={254}
          required
          defaultValue={refused ? actionData.email : ''}
          error={refused?.fields.email}
        />
        <button className="button button-primary">{t('email.submit')}</button>
      </form>
      <p>
        <a href="/account/profile">{t('email.back')}</a>
      </p>
    </>
  )
}
