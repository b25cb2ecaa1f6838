import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { ExpiredLink } from '#web/features/platform/identity/expired-link.tsx'
import { LinkPage } from '#web/features/platform/identity/link-page.tsx'
import { loadByMailCode } from '#web/lib/mail-code.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText } from '#web/lib/form-values.ts'
import { requireSignIn } from '#web/lib/access.ts'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/email'
import { accountNamespaces, type Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = accountNamespaces

/** The page of the link that was sent to a new address. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const frame = context.get(renderContext)
  requireSignIn(frame.viewer, request)
  return loadByMailCode(frame, request)
}

export async function action({ context, request }: Route.ActionArgs) {
  const { api, viewer, refusalOf } = context.get(renderContext)
  requireSignIn(viewer, request)
  const code = postedText(await postedForm(request), 'code', 100)
  try {
    await api('POST /v4/me/email/proofs', { code })
  } catch (error) {
    return data({ isDead: true }, { status: refusalOf(error).status })
  }
  return redirect('/account/profile?done=email', 303)
}

export default function TakeEmail({ loaderData: { code, email }, actionData }: Route.ComponentProps) {
  const t = useText()
  if (email === undefined || actionData) return <ExpiredLink again="/account/profile/email" />
  return (
    <LinkPage
      title={t('email.use-title')}
      lead={t('email.use-lead', { email: `\u2068${email}\u2069` })}
      code={code}
      submit={t('email.use')}
    />
  )
}
