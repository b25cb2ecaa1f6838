import '#web/features/platform/identity/login.css'
import '#web/features/platform/identity/security.css'
import { data, redirect, useLocation } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { ProviderLinks, reportedProblem } from '#web/features/platform/identity/other-sign-in-methods.tsx'
import { PasskeyLogIn } from '#web/features/platform/identity/passkey-log-in.tsx'
import { PasswordInput } from '#web/features/platform/identity/password-input.tsx'
import { safeReturnPath } from '#web/features/platform/identity/return-path.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { useFaultText, useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { TextInput } from '#web/ui/field.tsx'
import type { Route } from './+types/reauthenticate'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, origin } = context.get(renderContext)
  const [me, twoFactor, { passkeys }, { externalLogins }, { providers }] = await Promise.all([
    api('GET /api/user/current', {}),
    api('GET /v4/two-factor', {}),
    api('GET /v4/passkeys', {}),
    api('GET /v4/external-logins', {}),
    api('GET /v4/login/providers', {}),
  ])
  return {
    email: me.email,
    hasPassword: me.hasPassword,
    needsCode: twoFactor.isOn,
    hasPasskey: passkeys.length > 0,
    providers: providers.filter(({ key }) => externalLogins.some(({ provider }) => provider === key)),
    back: safeReturnPath(request, origin, '/account'),
  }
}

/** Reauthenticates before a sensitive action: by password, or by an emailed link for accounts without one. */
export async function action({ context, request }: Route.ActionArgs) {
  const { api, origin, viewer, refusalOf } = context.get(renderContext)
  const back = safeReturnPath(request, origin, '/account')
  const form = await postedForm(request)
  try {
    if (form.get('act') === 'link') {
      await api('POST /v4/login/links', { email: viewer.email, redirectUrl: back })
      return redirect('/account?done=sent', 303)
    }
    await api('POST /v4/password/proofs', {
      password: postedText(form, 'password', 300),
      code: postedText(form, 'code', 40),
    })
  } catch (error) {
    const refused = refusalOf(error)
    return data({ refused }, { status: refused.status })
  }
  return redirect(back, 303)
}

export default function Again({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const title = t('reauthenticate.title')
  const faultText = useFaultText()
  const refused = actionData?.refused
  const problem = reportedProblem(useLocation().search)
  const position = loaderData.hasPassword ? 'password' : 'link'
  const text = faultText(problem ? { code: problem } : undefined)
  const fromProvider = text ? [{ id: position, text }] : []
  const wrong = refused ? toFormErrors(refused, position) : fromProvider
  return (
    <>
      <title>{wrong.length > 0 ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t(loaderData.hasPassword ? 'reauthenticate.lead' : 'reauthenticate.link-lead')}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={wrong} />
      <form method="post" className="stack account-form" noValidate>
        {loaderData.hasPassword ? (
          <>
            <input
              type="email"
              name="username"
              autoComplete="username"
              defaultValue={loaderData.email}
              readOnly
              hidden
            />
            <PasswordInput
              id="password"
              label={t('login.password')}
              autoComplete="current-password"
              required
              error={refused?.fields.password}
            />
            {loaderData.needsCode ? (
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
            ) : null}
            <button className="button button-primary">{t('reauthenticate.submit')}</button>
          </>
        ) : (
          <button className="button button-primary" id="link" name="act" value="link">
            {t('reauthenticate.link')}
          </button>
        )}
      </form>
      {loaderData.hasPasskey || loaderData.providers.length > 0 ? (
        <div className="security-methods account-form">
          <p className="login-or">{t('login.or')}</p>
          {loaderData.hasPasskey ? <PasskeyLogIn back={loaderData.back} /> : null}
          <ProviderLinks providers={loaderData.providers} back={loaderData.back} isReauthentication />
        </div>
      ) : null}
    </>
  )
}
