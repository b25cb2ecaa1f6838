import '#web/features/platform/identity/login.css'
import '#web/features/platform/identity/security.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { PasskeyLogIn } from '#web/features/platform/identity/passkey-log-in.tsx'
import { safeReturnPath } from '#web/features/platform/identity/return-path.ts'
import { loginUrlFor } from '#web/lib/login-urls.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { TextInput } from '#web/ui/field.tsx'
import type { Route } from './+types/second-factor'
import { loginNamespaces, type Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = loginNamespaces

export function loader({ context, request }: Route.LoaderArgs) {
  const { viewer, origin } = context.get(renderContext)
  const back = safeReturnPath(request, origin, '/v4')
  if (viewer.isSignedIn) throw redirect(back)
  if (!viewer.needsSecondFactor) throw redirect(loginUrlFor(back))
  return { back }
}

/** The second step of a login: a code from the authenticator app, or a recovery code. */
export async function action({ context, request }: Route.ActionArgs) {
  const { api, origin, refusalOf } = context.get(renderContext)
  const back = safeReturnPath(request, origin, '/v4')
  const form = await postedForm(request)
  try {
    await api('POST /v4/login/second-factor', { code: postedText(form, 'code', 40) })
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.code === 'first-factor-missing') return redirect(loginUrlFor(back), 303)
    return data({ refused }, { status: refused.status })
  }
  return redirect(back, 303)
}

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const title = t('second-factor.title')
  const refused = actionData?.refused
  return (
    <div className="page narrow-page stack-lg">
      <title>{refused ? t('shell.title-problem', { title }) : title}</title>
      <meta name="robots" content="noindex" />
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('second-factor.lead')}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, 'code')} />
      <form method="post" className="stack" noValidate>
        <TextInput
          id="code"
          label={t('two-factor.code')}
          hint={t('second-factor.hint')}
          autoComplete="one-time-code"
          required
          maxLength={40}
          dir="ltr"
          error={refused?.fields.code}
        />
        <button className="button button-primary button-wide">{t('second-factor.submit')}</button>
      </form>
      <PasskeyLogIn back={loaderData.back} />
      <form method="post" action="/logout">
        <button className="button button-quiet button-wide">{t('second-factor.cancel')}</button>
      </form>
      <p className="quiet small">{t('second-factor.lost')}</p>
    </div>
  )
}
