import { redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { leavingHeaders } from '../../../lib/storage.ts'
import type { Route } from './+types/logout'

/**
 * Ends the session, has the browser forget what it kept for this person, and goes home (S2 §2, §4). The basket stays
 * with its owner.
 */
export async function action({ context }: Route.ActionArgs) {
  await context.get(renderContext).logOut()
  return redirect('/v4', { status: 303, headers: leavingHeaders })
}

export const loader = () => redirect('/v4')
