import '../styles/identity.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/render-context.ts'
import { DeadLink } from '../features/identity/dead-link.tsx'
import { mailCode } from '../lib/mail-code.ts'
import { postedForm } from '../lib/posted-form.ts'
import { postedText, wrongOf } from '../lib/posted.ts'
import { needSignIn } from '../lib/theirs.ts'
import { useText } from '../lib/text.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import type { Route } from './+types/account-email'

/** The link of the mail to a new address. Opening it changes nothing, because mail programs open links by themselves; the button does. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const frame = context.get(renderContext)
  needSignIn(frame.viewer, request)
  return mailCode(frame, request)
}

export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const code = postedText(await postedForm(request), 'code', 100)
  try {
    await api('POST /v4/me/email/proofs', { code })
  } catch (error) {
    const refused = refusalOf(error)
    return data({ refused }, { status: refused.status })
  }
  return redirect('/account/profile?done=email', 303)
}

export default function TakeEmail({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { code, email } = loaderData
  const refused = actionData?.refused
  if (email === undefined || refused?.code === 'code-not-valid') return <DeadLink again="/account/profile/email" />
  const title = t('email.take-title')
  return (
    <div className="page narrow-page stack-lg">
      <title>{refused ? t('shell.title-problem', { title }) : title}</title>
      <meta name="robots" content="noindex" />
      <div className="stack">
        <h1>{title}</h1>
        <p>{t('email.take-lead', { email: `\u2068${email}\u2069` })}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={wrongOf(refused, 'take')} />
      <form method="post" className="stack" noValidate>
        <input type="hidden" name="code" value={code} />
        <button className="button button-primary button-wide" id="take">
          {t('email.take')}
        </button>
      </form>
    </div>
  )
}
