import '#web/features/platform/identity/login.css'
import '#web/features/platform/identity/security.css'
import { data, redirect, useLocation } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { ProviderLinks, reportedProblem } from '#web/features/platform/identity/other-sign-in-methods.tsx'
import { PasskeyLogIn } from '#web/features/platform/identity/passkey-log-in.tsx'
import { PasswordInput } from '#web/features/platform/identity/password-input.tsx'
import { safeReturnPath } from '#web/features/platform/identity/return-path.ts'
import { keptEntries, provedField, redirectToLogInAgain } from '#web/kit/log-in-again.ts'
import { reauthenticationUrlFor } from '#web/lib/login-urls.ts'
import { formWithin, postedForm } from '#web/lib/posted-form.ts'
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

/** A form with its files, which aren't kept. */
const formBytesMax = 12 * 1024 * 1024

/**
 * Reauthenticates before a sensitive action: by password, or by an emailed link for accounts without one. A form that
 * was refused for the missing proof is kept in hidden fields and posted to its page again (ADR-0046); another way to
 * prove identity opens in a new tab, so that the form stays.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const { api, origin, viewer, refusalOf } = context.get(renderContext)
  const back = safeReturnPath(request, origin, '/account')
  const keep = new URL(request.url).searchParams.get('keep')
  const form = keep === null ? await postedForm(request) : await formWithin(request, formBytesMax)
  if (!form) return redirect(reauthenticationUrlFor(back), 303)
  if (keep !== null && !viewer.isSignedIn) return redirectToLogInAgain(back, keep.split(' '))
  const entries = keep === null ? [] : keptEntries(form, keep)
  const act = form.get('act')
  if (keep !== null && !form.has(provedField)) return data({ entries, refused: undefined }, { status: 401 })
  try {
    if (act === 'link') {
      await api('POST /v4/login/links', { email: viewer.email, redirectUrl: back })
      return redirect('/account?done=sent', 303)
    }
    if (act !== 'elsewhere' || keep === null)
      await api('POST /v4/password/proofs', {
        password: postedText(form, 'proof-password', 300),
        code: postedText(form, 'proof-code', 40),
      })
  } catch (error) {
    const refused = refusalOf(error)
    const fields = Object.entries(refused.fields).map(([name, text]) => [`proof-${name}`, text] as const)
    return data({ entries, refused: { ...refused, fields: Object.fromEntries(fields) } }, { status: refused.status })
  }
  return redirect(back, keep === null ? 303 : 307)
}

export default function Again({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const title = t('reauthenticate.title')
  const faultText = useFaultText()
  const refused = actionData?.refused
  const problem = reportedProblem(useLocation().search)
  const entries = actionData?.entries ?? []
  const isKept = entries.length > 0
  const { hasPassword } = loaderData
  const position = hasPassword ? 'proof-password' : 'link'
  const text = faultText(problem ? { code: problem } : undefined)
  const fromProvider = text ? [{ id: position, text }] : []
  const wrong = refused ? toFormErrors(refused, position) : fromProvider
  return (
    <>
      <title>{wrong.length > 0 ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t(isKept ? 'reauthenticate.keeps' : leadOf(hasPassword))}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={wrong} />
      <form method="post" className="stack account-form" noValidate>
        {entries.map(([name, value], index) => (
          <input key={`${name}-${index}`} type="hidden" name={name} value={value} />
        ))}
        {isKept ? <input type="hidden" name={provedField} value="1" /> : null}
        {hasPassword ? (
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
              id="proof-password"
              label={t('login.password')}
              autoComplete="current-password"
              required
              error={refused?.fields['proof-password']}
            />
            {loaderData.needsCode ? (
              <TextInput
                id="proof-code"
                label={t('two-factor.code')}
                hint={t('second-factor.hint')}
                autoComplete="one-time-code"
                required
                maxLength={40}
                dir="ltr"
                error={refused?.fields['proof-code']}
              />
            ) : null}
            <button className="button button-primary">
              {t(isKept ? 'reauthenticate.send' : 'reauthenticate.submit')}
            </button>
          </>
        ) : null}
        {hasPassword || isKept ? null : (
          <button className="button button-primary" id="link" name="act" value="link">
            {t('reauthenticate.link')}
          </button>
        )}
        {isKept ? (
          <>
            <p className="quiet small">
              {t('reauthenticate.other-way')}{' '}
              <a href={reauthenticationUrlFor(loaderData.back)} target="_blank" rel="noreferrer">
                {t('reauthenticate.new-tab')}
              </a>
            </p>
            <div>
              <button className="button button-quiet" id="link" name="act" value="elsewhere">
                {t('reauthenticate.elsewhere')}
              </button>
            </div>
          </>
        ) : null}
      </form>
      {!isKept && (loaderData.hasPasskey || loaderData.providers.length > 0) ? (
        <div className="security-methods account-form">
          <p className="login-or">{t('login.or')}</p>
          {loaderData.hasPasskey ? <PasskeyLogIn back={loaderData.back} /> : null}
          <ProviderLinks providers={loaderData.providers} back={loaderData.back} isReauthentication />
        </div>
      ) : null}
    </>
  )
}

const leadOf = (hasPassword: boolean) => (hasPassword ? 'reauthenticate.lead' : 'reauthenticate.link-lead')
