import { redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import type { Route } from './+types/confirmation'

/** Sends the email that confirms the address again. */
export async function action({ context }: Route.ActionArgs) {
  const { api, refusalOf, viewer } = context.get(renderContext)
  if (!viewer.isSignedIn) return redirectToLogin('/account')
  try {
    await api('POST /v4/email-confirmations/mails', {})
  } catch (error) {
    throw new Response(null, { status: refusalOf(error).status })
  }
  return redirect('/account?done=sent', 303)
}

export const loader = () => redirect('/account')
