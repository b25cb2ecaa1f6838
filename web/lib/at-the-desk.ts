import { redirect } from 'react-router'
import type { RenderContext } from '#server/render-context.ts'
import { isProblem } from '#shared/problem.ts'

/** What a page of the operator's desk is made of. Whoever is not signed in logs in first; for everybody whose work it is not there is no such page. */
export async function atTheDesk<T>(of: Pick<RenderContext, 'viewer'>, request: Request, read: () => Promise<T>): Promise<T> {
  const url = new URL(request.url)
  const logIn = () => redirect(`/login?redirectUrl=${encodeURIComponent(url.pathname + url.search)}`, 303)
  if (!of.viewer.isSignedIn) throw logIn()
  try {
    return await read()
  } catch (error) {
    if (!isProblem(error)) throw error
    if (error.class === 'authentication') throw logIn()
    if (error.class === 'server' || error.class === 'rate-limit') throw error
    throw new Response(null, { status: 404 })
  }
}
