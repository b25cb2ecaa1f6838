import '#web/features/platform/identity/login.css'
import '#web/features/platform/identity/security.css'
import { data, redirect, useLocation } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { AccountBenefits } from '#web/features/platform/identity/account-benefits.tsx'
import { VisitorCheck } from '#web/features/platform/identity/human-check.tsx'
import { OtherSignInMethods, reportedProblem } from '#web/features/platform/identity/other-sign-in-methods.tsx'
import { PasswordInput } from '#web/features/platform/identity/password-input.tsx'
import { safeReturnPath, withReturnPath } from '#web/features/platform/identity/return-path.ts'
import { loginUrlFor, secondFactorUrlFor } from '#web/lib/login-urls.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { useFaultText, useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { TextInput } from '#web/ui/field.tsx'
import type { Route } from './+types/login'
import { loginNamespaces, type Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = loginNamespaces

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, viewer, origin } = context.get(renderContext)
  const back = safeReturnPath(request, origin, '/v4')
  if (viewer.isSignedIn) throw redirect(back)
  if (viewer.needsSecondFactor) throw redirect(secondFactorUrlFor(back))
  return { back, ...(await api('GET /v4/login/providers', {})) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await postedForm(request)
  const { api, logIn, origin, refusalOf } = context.get(renderContext)
  const email = postedText(form, 'email', 254)
  const humanProof = postedText(form, 'reCaptcha', 2000)
  const reCaptcha = humanProof ? { reCaptcha: humanProof } : {}
  if (form.get('act') === 'link') {
    try {
      await api('POST /v4/login/links', { email, redirectUrl: safeReturnPath(request, origin, '/'), ...reCaptcha })
    } catch (error) {
      const refused = refusalOf(error)
      return data({ refused, email, isRequested: false }, { status: refused.status })
    }
    return data({ refused: undefined, email, isRequested: true })
  }
  const opened = await logIn({ email, password: postedText(form, 'password', 200), ...reCaptcha })
  // The login page redirects onwards: back, or to the second factor.
  if (opened.ok) return redirect(loginUrlFor(safeReturnPath(request, origin, '/v4')), 303)
  return data(
    { refused: { ...opened.refused, fields: {} as Record<string, string> }, email, isRequested: false },
    { status: opened.refused.status },
  )
}

export default function LogIn({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const faultText = useFaultText()
  const { search } = useLocation()
  const { refused, email = '', isRequested = false } = actionData ?? {}
  const title = isRequested ? t('login.requested-title') : t('login.title')
  const problem = actionData ? undefined : reportedProblem(search)
  if (isRequested)
    return (
      <div className="page narrow-page stack-lg">
        <title>{title}</title>
        <div className="stack" role="status">
          <h1>{title}</h1>
          <p>{t('login.requested', { email: `\u2068${email}\u2069` })}</p>
          <p className="quiet">{t('login.requested-again')}</p>
        </div>
        <p>
          <a className="button button-quiet" href={withReturnPath('/login', search)}>
            {t('forgotten.back')}
          </a>
        </p>
      </div>
    )
  return (
    <div className="page login-page">
      <div className="stack-lg">
        <title>{refused || problem ? t('shell.title-problem', { title }) : title}</title>
        <div className="stack">
          <h1>{title}</h1>
          <p className="quiet">{t('login.lead')}</p>
        </div>
        {refused?.proof ? null : (
          <ErrorSummary
            title={t('shell.problem')}
            wrong={
              problem ? [{ id: 'email', text: faultText({ code: problem }) ?? '' }] : toFormErrors(refused, 'email')
            }
          />
        )}
        <form method="post" className="stack" noValidate>
          <TextInput
            id="email"
            label={t('login.email')}
            type="email"
            autoComplete="username"
            required
            defaultValue={email}
            dir="ltr"
            error={refused?.fields.email}
          />
          <PasswordInput id="password" label={t('login.password')} autoComplete="current-password" required />
          <VisitorCheck challenge={refused?.proof} />
          <button className="button button-primary button-wide">{t('login.submit')}</button>
          <p className="login-or">{t('login.or')}</p>
          <button className="button button-quiet button-wide" name="act" value="link" aria-describedby="link-hint">
            {t('login.link')}
          </button>
          <p className="quiet small" id="link-hint">
            {t('login.link-hint')}
          </p>
        </form>
        <OtherSignInMethods {...loaderData} />
        <div className="login-foot">
          <a className="tap-link" href="/password/forgotten">
            {t('login.forgotten')}
          </a>
          <p>
            <span className="quiet">{t('login.no-account')}</span>
            <a className="tap-link" href={withReturnPath('/v4/signup', search)}>
              {t('sign-up.title')}
            </a>
          </p>
        </div>
      </div>
      <AccountBenefits />
    </div>
  )
}
