import '../../../styles/platform/login.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { PasswordInput } from '../../../features/platform/identity/password-input.tsx'
import { reauthenticationUrlFor } from '../../../lib/login-urls.ts'
import { postedForm } from '../../../lib/posted-form.ts'
import { postedText, toFormErrors } from '../../../lib/form-values.ts'
import { useText } from '../../../lib/text.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import type { Route } from './+types/password'

export const loader = ({ context }: Route.LoaderArgs) => context.get(renderContext).api('GET /api/user/current', {})

export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await postedForm(request)
  const currentPassword = postedText(form, 'currentPassword', 300)
  try {
    await api('POST /v4/password', {
      password: postedText(form, 'password', 300),
      ...(currentPassword ? { currentPassword } : {}),
    })
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.code === 'reauthentication-required') return redirect(reauthenticationUrlFor('/account/password'), 303)
    return data({ refused }, { status: refused.status })
  }
  return redirect('/account/password?done=password', 303)
}

export default function Password({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const title = t('password.title')
  const refused = actionData?.refused
  return (
    <>
      <title>{refused ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t(loaderData.hasPassword ? 'password.change-lead' : 'password.none')}</p>
      </div>
      <ErrorSummary
        title={t('shell.problem')}
        wrong={toFormErrors(refused, loaderData.hasPassword ? 'currentPassword' : 'password')}
      />
      <form method="post" className="stack account-form" noValidate>
        {/* Tells password managers which account the password belongs to. */}
        <input type="email" name="username" autoComplete="username" defaultValue={loaderData.email} readOnly hidden />
        {loaderData.hasPassword ? (
          <PasswordInput
            id="currentPassword"
            label={t('password.current')}
            autoComplete="current-password"
            required
            error={refused?.fields.currentPassword}
          />
        ) : null}
        <PasswordInput
          id="password"
          label={t('password.new')}
          hint={t('password.hint')}
          autoComplete="new-password"
          required
          error={refused?.fields.password}
        />
        <button className="button button-primary">{t('password.submit')}</button>
      </form>
      {loaderData.hasPassword ? (
        <p>
          <a href="/password/forgotten">{t('login.forgotten')}</a>
        </p>
      ) : null}
    </>
  )
}
