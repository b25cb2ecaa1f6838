import '#web/features/platform/identity/login.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { ExpiredLink } from '#web/features/platform/identity/expired-link.tsx'
import { PasswordInput } from '#web/features/platform/identity/password-input.tsx'
import { loginUrlFor } from '#web/lib/login-urls.ts'
import { loadByMailCode } from '#web/lib/mail-code.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import type { Route } from './+types/password-new'
import { loginNamespaces, type Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = loginNamespaces

export const loader = ({ context, request }: Route.LoaderArgs) => loadByMailCode(context.get(renderContext), request)

export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await postedForm(request)
  try {
    await api('POST /api/user/setPassword', {
      code: postedText(form, 'code', 100),
      password: postedText(form, 'password', 300),
    })
  } catch (error) {
    const refused = refusalOf(error)
    return data({ refused }, { status: refused.status })
  }
  return redirect(loginUrlFor('/account?done=password'), 303)
}

export default function NewPassword({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const refused = actionData?.refused
  if (loaderData.email === undefined || (refused && !refused.fields.password))
    return <ExpiredLink again="/password/forgotten" />
  const title = t('password.new-title')
  return (
    <div className="page narrow-page stack-lg">
      <title>{refused ? t('shell.title-problem', { title }) : title}</title>
      <meta name="robots" content="noindex" />
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('password.new-lead', { email: `\u2068${loaderData.email}\u2069` })}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, 'password')} />
      <form method="post" className="stack" noValidate>
        <input type="hidden" name="code" value={loaderData.code} />
        <PasswordInput
          id="password"
          label={t('password.new')}
          hint={t('password.hint')}
          autoComplete="new-password"
          required
          error={refused?.fields.password}
        />
        <button className="button button-primary button-wide">{t('password.submit')}</button>
      </form>
    </div>
  )
}
