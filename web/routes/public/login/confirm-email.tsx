import '#web/features/platform/identity/login.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { maskedEmail } from '#modules/platform/identity/rules/mask.ts'
import { ExpiredLink } from '#web/features/platform/identity/expired-link.tsx'
import { PasswordInput } from '#web/features/platform/identity/password-input.tsx'
import { safeReturnPath } from '#web/features/platform/identity/return-path.ts'
import { loadByMailCode } from '#web/lib/mail-code.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import type { Route } from './+types/confirm-email'
import { loginNamespaces, type Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = loginNamespaces

/** Opening the page changes nothing, because email programs open links by themselves; its button does. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const frame = context.get(renderContext)
  const { data: found, init } = await loadByMailCode(frame, request)
  return data(
    { ...found, isTheirs: frame.viewer.isSignedIn && maskedEmail(frame.viewer.email) === found.email },
    init ?? {},
  )
}

export async function action({ context, request }: Route.ActionArgs) {
  const { api, origin, refusalOf } = context.get(renderContext)
  const form = await postedForm(request)
  const password = postedText(form, 'password', 300)
  try {
    await api('POST /v4/email-confirmations', {
      code: postedText(form, 'code', 100),
      ...(password ? { password } : {}),
    })
  } catch (error) {
    const refused = refusalOf(error)
    return data({ refused }, { status: refused.status })
  }
  return redirect(safeReturnPath(request, origin, '/account?done=confirmed'), 303)
}

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { code, email, isTheirs } = loaderData
  const refused = actionData?.refused
  if (email === undefined || refused?.code === 'code-not-valid') return <ExpiredLink again="/login" />
  const title = t('confirm.title')
  const asksPassword = !isTheirs || refused !== undefined
  return (
    <div className="page narrow-page stack-lg">
      <title>{refused ? t('shell.title-problem', { title }) : title}</title>
      <meta name="robots" content="noindex" />
      <div className="stack">
        <h1>{title}</h1>
        <p>{t('confirm.lead', { email: `\u2068${email}\u2069` })}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, 'password')} />
      <form method="post" className="stack" noValidate>
        <input type="hidden" name="code" value={code} />
        {asksPassword ? (
          <PasswordInput
            id="password"
            label={t('confirm.password')}
            autoComplete="current-password"
            required
            error={refused?.fields.password}
          />
        ) : null}
        <button className="button button-primary button-wide">{t('confirm.submit')}</button>
      </form>
      {asksPassword ? (
        <div className="login-foot">
          <p>
            <span className="quiet">{t('confirm.not-me')}</span>
            <a className="tap-link" href={`/password/new?code=${encodeURIComponent(code)}`}>
              {t('confirm.new-password')}
            </a>
          </p>
        </div>
      ) : null}
    </div>
  )
}
