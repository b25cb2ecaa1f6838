import '#web/features/platform/identity/login.css'
import '#web/features/platform/identity/security.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { PasskeyLogIn } from '#web/features/platform/identity/passkey-log-in.tsx'
import { AuthenticatorSetup, RecoveryCodes, TwoFactorState } from '#web/features/platform/identity/two-factor-parts.tsx'
import { safeReturnPath } from '#web/features/platform/identity/return-path.ts'
import { reauthenticationUrlFor } from '#web/lib/login-urls.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import type { Route } from './+types/two-factor'

const here = '/account/two-factor'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, origin } = context.get(renderContext)
  const [state, { passkeys }] = await Promise.all([api('GET /v4/two-factor', {}), api('GET /v4/passkeys', {})])
  return { ...state, hasPasskey: passkeys.length > 0, back: safeReturnPath(request, origin, '/account/security') }
}

/**
 * Plain forms: `begin` starts the setup, `confirm` checks its first code, `codes` replaces the recovery codes, `remove`
 * turns it off.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await postedForm(request)
  const act = postedText(form, 'act', 10)
  try {
    if (act === 'begin')
      return data({ setup: await api('POST /v4/two-factor/authenticator', {}), codes: undefined, refused: undefined })
    if (act === 'remove') {
      await api('DELETE /v4/two-factor/authenticator', {})
      return redirect(here, 303)
    }
    const { recoveryCodes } =
      act === 'codes'
        ? await api('POST /v4/two-factor/recovery-codes', {})
        : await api('POST /v4/two-factor/authenticator/confirm', { code: postedText(form, 'code', 40) })
    return data({ setup: undefined, codes: recoveryCodes, refused: undefined })
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.code === 'reauthentication-required') return redirect(reauthenticationUrlFor(here), 303)
    return data({ setup: undefined, codes: undefined, refused }, { status: refused.status })
  }
}

/** Sets up an authenticator app with recovery codes, or turns it off. */
export default function TwoFactor({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { isOn, isRequired, hasSecondFactor, hasPasskey, unusedRecoveryCodes, back } = loaderData
  const { setup, codes, refused } = actionData ?? {}
  const title = t('two-factor.title')
  const mustAct = isRequired && !hasSecondFactor
  return (
    <>
      <title>{refused ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('two-factor.lead')}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, 'code')} />
      {mustAct && !codes ? <p className="notice">{t('two-factor.required')}</p> : null}
      {codes ? <RecoveryCodes codes={codes} back={back} /> : null}
      {!codes && (setup ?? refused?.fields.code) && !isOn ? (
        <AuthenticatorSetup setup={setup} error={refused?.fields.code} />
      ) : null}
      {!codes && !setup && !refused?.fields.code ? (
        <TwoFactorState isOn={isOn} unusedRecoveryCodes={unusedRecoveryCodes} />
      ) : null}
      {mustAct && hasPasskey && !codes ? (
        <div className="security-methods account-form">
          <p className="login-or">{t('login.or')}</p>
          <PasskeyLogIn back={back} />
        </div>
      ) : null}
    </>
  )
}
