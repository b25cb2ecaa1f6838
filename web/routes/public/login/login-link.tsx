import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { ExpiredLink } from '#web/features/platform/identity/expired-link.tsx'
import { LinkPage } from '#web/features/platform/identity/link-page.tsx'
import { safeReturnPath } from '#web/features/platform/identity/return-path.ts'
import { loginUrlFor } from '#web/lib/login-urls.ts'
import { loadByMailCode } from '#web/lib/mail-code.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText } from '#web/lib/form-values.ts'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/login-link'
import { loginNamespaces, type Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = loginNamespaces

export const loader = ({ context, request }: Route.LoaderArgs) => loadByMailCode(context.get(renderContext), request)

export async function action({ context, request }: Route.ActionArgs) {
  const { api, origin, refusalOf } = context.get(renderContext)
  const form = await postedForm(request)
  try {
    await api('POST /v4/login/link', { code: postedText(form, 'code', 100) })
  } catch (error) {
    return data({ isDead: true }, { status: refusalOf(error).status })
  }
  return redirect(loginUrlFor(safeReturnPath(request, origin, '/account')), 303)
}

export default function LogInByLink({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  if (loaderData.email === undefined || actionData) return <ExpiredLink again="/login" />
  return (
    <LinkPage
      title={t('link.title')}
      lead={t('link.lead', { email: `\u2068${loaderData.email}\u2069` })}
      code={loaderData.code}
      submit={t('link.submit')}
    />
  )
}
