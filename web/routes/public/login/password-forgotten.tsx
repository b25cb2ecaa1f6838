import '#web/features/platform/identity/login.css'
import { data } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { VisitorCheck } from '#web/features/platform/identity/human-check.tsx'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { useFrame, useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { TextInput } from '#web/ui/field.tsx'
import type { Route } from './+types/password-forgotten'
import { loginNamespaces, type Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = loginNamespaces

export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await postedForm(request)
  const email = postedText(form, 'email', 300)
  const humanProof = postedText(form, 'reCaptcha', 2000)
  try {
    await api('POST /v4/password/mails', { email, ...(humanProof ? { reCaptcha: humanProof } : {}) })
  } catch (error) {
    const refused = refusalOf(error)
    return data({ refused, email }, { status: refused.status })
  }
  return data({ refused: undefined, email })
}

export default function PasswordForgotten({ actionData }: Route.ComponentProps) {
  const t = useText()
  const email = useFrame()?.viewer.email ?? ''
  const refused = actionData?.refused
  const isRequested = actionData !== undefined && !refused
  const title = isRequested ? t('login.requested-title') : t('forgotten.title')
  return (
    <div className="page narrow-page stack-lg">
      <title>{refused ? t('shell.title-problem', { title }) : title}</title>
      {isRequested ? (
        <div className="stack" role="status">
          <h1>{title}</h1>
          <p>{t('forgotten.requested', { email: `\u2068${actionData.email}\u2069` })}</p>
          <p className="quiet">{t('login.requested-again')}</p>
        </div>
      ) : (
        <>
          <div className="stack">
            <h1>{title}</h1>
            <p className="quiet">{t('forgotten.lead')}</p>
          </div>
          {refused?.proof ? null : <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, 'email')} />}
          <form method="post" className="stack" noValidate>
            <TextInput
              id="email"
              label={t('login.email')}
              type="email"
              autoComplete="username"
              required
              dir="ltr"
              defaultValue={actionData?.email ?? email}
              error={refused?.fields.email}
            />
            <VisitorCheck challenge={refused?.proof} />
            <button className="button button-primary button-wide">{t('forgotten.submit')}</button>
          </form>
        </>
      )}
      <div className="login-foot">
        <a className="tap-link" href="/login">
          {t('forgotten.back')}
        </a>
      </div>
    </div>
  )
}
