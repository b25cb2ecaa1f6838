import { redirect } from 'react-router'
import { renderContext } from '#server/render-context.ts'
import type { Route } from './+types/logout'

/** Ends the session and goes home (S2 §2). */
export async function action({ context }: Route.ActionArgs) {
  await context.get(renderContext).logOut()
  return redirect('/v4', 303)
}

export const loader = () => redirect('/v4')
