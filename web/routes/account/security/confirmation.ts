import { redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { safePath } from '#shared/safe-path.ts'
import { postedText } from '#web/lib/form-values.ts'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import type { Route } from './+types/confirmation'

/** Sends the email that confirms the address again. `back`: the page to return to, now and from the mail's link. */
export async function action({ context, request }: Route.ActionArgs) {
  const { api, origin, refusalOf, viewer } = context.get(renderContext)
  const typedBack = postedText(await postedForm(request), 'back', 2000)
  const back = typedBack === '' ? undefined : safePath(typedBack, origin)
  if (!viewer.isSignedIn) return redirectToLogin(back ?? '/account')
  try {
    await api('POST /v4/email-confirmations/mails', back === undefined ? {} : { redirectUrl: back })
  } catch (error) {
    throw new Response(null, { status: refusalOf(error).status })
  }
  if (back === undefined) return redirect('/account?done=sent', 303)
  return redirect(`${back}${back.includes('?') ? '&' : '?'}confirmation=sent`, 303)
}

export const loader = () => redirect('/account')
