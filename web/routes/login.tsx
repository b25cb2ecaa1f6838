import { data, redirect } from 'react-router'
import { safePath } from '#shared/safe-path.ts'
import { renderContext } from '#server/render-context.ts'
import { useText } from '../lib/text.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { TextInput } from '../ui/field.tsx'
import type { Route } from './+types/login'

const backOf = (request: Request, origin: string): string => {
  const asked = new URL(request.url).searchParams.get('redirectUrl')
  return asked ? safePath(asked, origin) : '/v4'
}

export function loader({ context, request }: Route.LoaderArgs) {
  const { viewer, origin } = context.get(renderContext)
  if (viewer.isSignedIn) throw redirect(backOf(request, origin))
  return null
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const { logIn, origin } = context.get(renderContext)
  const text = (name: string, max: number): string => {
    const value = form.get(name)
    return typeof value === 'string' ? value.slice(0, max) : ''
  }
  const email = text('email', 254)
  const opened = await logIn({ email, password: text('password', 200) })
  if (opened.ok) return redirect(backOf(request, origin), 303)
  return data({ message: opened.message, email }, { status: opened.status })
}

export default function LogIn({ actionData }: Route.ComponentProps) {
  const t = useText()
  const title = t('login.title')
  return (
    <div className="page narrow-page stack-lg">
      <title>{actionData ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('login.lead')}</p>
      </div>
      {actionData ? <ErrorSummary title={t('shell.problem')} wrong={[{ id: 'email', text: actionData.message }]} /> : null}
      <form method="post" className="stack">
        <TextInput id="email" label={t('login.email')} type="email" autoComplete="email" required defaultValue={actionData?.email ?? ''} dir="ltr" />
        <TextInput id="password" label={t('login.password')} type="password" autoComplete="current-password" required dir="ltr" />
        <button className="button button-primary button-wide">{t('login.submit')}</button>
      </form>
    </div>
  )
}
