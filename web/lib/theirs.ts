import { data, redirect } from 'react-router'
import { isProblem } from '#shared/problem.ts'

/** For loaders and actions of pages for whoever runs a fundraiser: to the log-in, or no such page; other refusals are the page's to show. */
export function refuse(error: unknown, request: Request): never {
  if (!isProblem(error)) throw error
  const { pathname, search } = new URL(request.url)
  if (error.class === 'authentication') throw redirect(`/login?redirectUrl=${encodeURIComponent(pathname + search)}`, 303)
  throw data(null, { status: error.class === 'validation' || error.class === 'authorization' ? 404 : error.status })
}

/** Before a loader asks anything: the frame around the page sends whoever is not signed in to the log-in, too. */
export function needSignIn(isSignedIn: boolean, request: Request): void {
  const { pathname, search } = new URL(request.url)
  if (!isSignedIn) throw redirect(`/login?redirectUrl=${encodeURIComponent(pathname + search)}`)
}
