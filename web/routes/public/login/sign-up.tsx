import '#web/features/platform/identity/login.css'
import '#web/features/platform/identity/security.css'
import { data, redirect, useLocation } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { AccountBenefits } from '#web/features/platform/identity/account-benefits.tsx'
import { VisitorCheck } from '#web/features/platform/identity/human-check.tsx'
import { ProviderLinks } from '#web/features/platform/identity/other-sign-in-methods.tsx'
import { PasswordInput } from '#web/features/platform/identity/password-input.tsx'
import { safeReturnPath, withReturnPath } from '#web/features/platform/identity/return-path.ts'
import { NameFields } from '#web/features/platform/identity/name-fields.tsx'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { TextInput } from '#web/ui/field.tsx'
import type { Route } from './+types/sign-up'
import { loginNamespaces, type Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = loginNamespaces

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, viewer, origin } = context.get(renderContext)
  const back = safeReturnPath(request, origin, '/account')
  if (viewer.isSignedIn) throw redirect(back)
  return { back, ...(await api('GET /v4/login/providers', {})) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { api, origin, refusalOf } = context.get(renderContext)
  const form = await postedForm(request)
  const typed = {
    firstName: postedText(form, 'firstName', 200),
    lastName: postedText(form, 'lastName', 200),
    email: postedText(form, 'email', 300),
  }
  const back = safeReturnPath(request, origin, '/account')
  const humanProof = postedText(form, 'reCaptcha', 2000)
  const password = postedText(form, 'password', 300)
  try {
    await api('POST /v4/signup', {
      ...typed,
      password,
      redirectUrl: safeReturnPath(request, origin, '/'),
      ...(humanProof ? { reCaptcha: humanProof } : {}),
    })
  } catch (error) {
    const refused = refusalOf(error)
    return data({ refused, typed }, { status: refused.status })
  }
  return redirect(back, 303)
}

export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { search } = useLocation()
  const title = t('sign-up.title')
  const { refused, typed } = actionData ?? {}
  return (
    <div className="page login-page">
      <div className="stack-lg">
        <title>{refused ? t('shell.title-problem', { title }) : title}</title>
        <div className="stack">
          <h1>{title}</h1>
          <p className="quiet">{t('sign-up.lead')}</p>
        </div>
        {refused?.proof ? null : <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, 'email')} />}
        <form method="post" action={withReturnPath('/signup', search)} className="stack" noValidate>
          <NameFields typed={typed} errors={refused?.fields} />
          <TextInput
            id="email"
            label={t('login.email')}
            type="email"
            autoComplete="email"
            required
            dir="ltr"
            defaultValue={typed?.email}
            error={refused?.fields.email}
          />
          <PasswordInput
            id="password"
            label={t('login.password')}
            hint={t('password.hint')}
            autoComplete="new-password"
            required
            error={refused?.fields.password}
          />
          <VisitorCheck challenge={refused?.proof} />
          <button className="button button-primary button-wide">{t('sign-up.submit')}</button>
        </form>
        <ProviderLinks {...loaderData} />
        <div className="login-foot">
          <p>
            <span className="quiet">{t('sign-up.have-account')}</span>
            <a className="tap-link" href={withReturnPath('/login', search)}>
              {t('sign-up.log-in')}
            </a>
          </p>
        </div>
      </div>
      <AccountBenefits />
    </div>
  )
}
