import { redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'
import { safePath } from '#shared/safe-path.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText } from '#web/lib/form-values.ts'
import type { Route } from './+types/giving-list'

/**
 * The heart as a plain form: redirects back, or to the sign-up for visitors. An error is logged and changes nothing (S1
 * §8).
 */
export async function action({ context, request }: Route.ActionArgs) {
  const { api, viewer, origin, logError } = context.get(renderContext)
  const form = await postedForm(request)
  const back = safePath(postedText(form, 'back', 2000) || '/v4', origin)
  if (!viewer.isSignedIn) return redirect(`/v4/signup?redirectUrl=${encodeURIComponent(back)}`, 303)
  try {
    await api('POST /api/user/favorite', {
      verb: postedText(form, 'verb', 10) === 'remove' ? 'remove' : 'add',
      project_id: postedText(form, 'project_id', 20),
    })
  } catch (error) {
    if (!isProblem(error)) throw error
    logError(error, 'the Giving List could not be changed')
  }
  return redirect(back, 303)
}

export const loader = () => redirect('/account/giving-list')
