import { redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { logoutHeaders } from '#web/lib/storage.ts'
import type { Route } from './+types/logout'

/**
 * Ends the session, clears what the browser stored for the account, and redirects home (S2 §2, §4). The basket stays
 * with the account.
 */
export async function action({ context }: Route.ActionArgs) {
  await context.get(renderContext).logOut()
  return redirect('/v4', { status: 303, headers: logoutHeaders })
}

export const loader = () => redirect('/v4')
