import '#web/features/platform/identity/login.css'
import '#web/features/platform/identity/security.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { VisitorCheck } from '#web/features/platform/identity/human-check.tsx'
import { PasswordInput } from '#web/features/platform/identity/password-input.tsx'
import { safeReturnPath } from '#web/features/platform/identity/return-path.ts'
import { keptEntries, ownerField, resumedField } from '#web/kit/log-in-again.ts'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { loginUrlFor } from '#web/lib/login-urls.ts'
import { formWithin } from '#web/lib/posted-form.ts'
import { useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { TextInput } from '#web/ui/field.tsx'
import type { Route } from './+types/log-in-again'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['platform/log-in-again', 'platform/identity']

/** A form with its files, which aren't kept. */
const formBytesMax = 12 * 1024 * 1024

export function loader({ context, request }: Route.LoaderArgs) {
  return { back: safeReturnPath(request, context.get(renderContext).origin, '/account') }
}

/**
 * Keeps a form whose session has ended in hidden fields, logs the visitor in, and posts it to its page again: only for
 * the account that the page was rendered for (ADR-0046). The status 307 makes the browser send the form with it.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const { api, viewer, logIn, origin, refusalOf } = context.get(renderContext)
  const { pathname, search, searchParams } = new URL(request.url)
  const back = safeReturnPath(request, origin, '/account')
  const form = await formWithin(request, formBytesMax)
  if (!form) return redirect(loginUrlFor(back), 303)
  if (viewer.isSignedIn && viewer.id === postedText(form, ownerField, 40)) return redirect(back, 307)
  if (viewer.isSignedIn)
    return data({ step: 'other-account', email: viewer.email, entries: [], refused: undefined } as const, {
      status: 403,
    })
  const entries = keptEntries(form, searchParams.get('keep') ?? '')
  const email = postedText(form, 'login-email', 254)
  const show = (step: 'password' | 'code', refused?: ReturnType<typeof refusalOf>) =>
    data({ step, email, entries, refused } as const, { status: refused?.status ?? 401 })
  const again = redirect(pathname + search, 307)
  if (viewer.needsSecondFactor) {
    const code = postedText(form, 'login-code', 40)
    if (code === '') return show('code')
    try {
      await api('POST /v4/login/second-factor', { code })
      return again
    } catch (error) {
      return show('code', refusalOf(error))
    }
  }
  if (!form.has('login-email')) return show('password')
  const reCaptcha = postedText(form, 'reCaptcha', 2000)
  const password = postedText(form, 'login-password', 200)
  const opened = await logIn({ email, password, ...(reCaptcha ? { reCaptcha } : {}) })
  return opened.ok ? again : show('password', opened.refused)
}

export default function LogInAgain({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  // Without a posted form there is nothing to keep.
  if (!actionData)
    return (
      <div className="page narrow-page stack-lg">
        <title>{t('login.title')}</title>
        <h1>{t('login.title')}</h1>
        <p>
          <a className="button button-primary" href={loginUrlFor(loaderData.back)}>
            {t('login.submit')}
          </a>
        </p>
      </div>
    )
  const { step, email, entries, refused } = actionData
  if (step === 'other-account')
    return (
      <div className="page narrow-page stack-lg">
        <title>{t('again.other-title')}</title>
        <h1>{t('again.other-title')}</h1>
        <p>{t('again.other', { email: `\u2068${email}\u2069` })}</p>
        <p>
          <a className="button button-primary" href={loaderData.back}>
            {t('again.other-back')}
          </a>
        </p>
      </div>
    )
  const title = t('again.title')
  const first = step === 'code' ? 'login-code' : 'login-email'
  return (
    <div className="page narrow-page stack-lg">
      <title>{refused ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <h1>{title}</h1>
        <p>{t('again.lead')}</p>
      </div>
      {refused?.proof ? null : (
        <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused && { ...refused, fields: {} }, first)} />
      )}
      {/* Not encoded as an address, which would triple the size of an Arabic file. */}
      <form method="post" encType="multipart/form-data" className="stack" noValidate>
        {entries.map(([name, value], index) => (
          <input key={`${name}-${index}`} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name={resumedField} value="1" />
        {step === 'code' ? (
          <TextInput
            id="login-code"
            label={t('two-factor.code')}
            hint={t('second-factor.hint')}
            autoComplete="one-time-code"
            maxLength={40}
            dir="ltr"
          />
        ) : (
          <>
            <TextInput
              id="login-email"
              label={t('login.email')}
              type="email"
              autoComplete="username"
              defaultValue={email}
              dir="ltr"
            />
            <PasswordInput id="login-password" label={t('login.password')} autoComplete="current-password" />
          </>
        )}
        <VisitorCheck challenge={refused?.proof} />
        <button className="button button-primary button-wide">{t('again.submit')}</button>
        <p className="quiet small">
          {t('again.other-way')}{' '}
          <a href={loginUrlFor(loaderData.back)} target="_blank" rel="noreferrer">
            {t('again.new-tab')}
          </a>
        </p>
      </form>
    </div>
  )
}
