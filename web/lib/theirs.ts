import { data, redirect } from 'react-router'
import type { RenderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'
import { logInFirst, twoFactorAddress } from './log-in.ts'

type SignedIn = Pick<RenderContext['viewer'], 'isSignedIn'>

/**
 * Reads data that belongs to its requester: a donor, those who run a fundraiser, staff. A visitor without a session
 * logs in first; for all others the page does not exist, also if the call answers that they may not (security-3: 404,
 * not 403).
 */
export async function theirs<T>(viewer: SignedIn, request: Request, read: () => Promise<T>): Promise<T> {
  needSignIn(viewer, request)
  try {
    return await read()
  } catch (error) {
    return refuse(error, request)
  }
}

/** The same of what went wrong in an action; other refusals are the page's to show, so it asks before. */
export function refuse(error: unknown, request: Request): never {
  if (!isProblem(error)) throw error
  if (error.class === 'authentication') throw logIn(request)
  if (error.code === 'two-factor-required') throw redirect(twoFactorAddress(pathOf(request)), 303)
  if (error.class === 'server') throw error
  throw data(null, { status: error.class === 'validation' || error.class === 'authorization' ? 404 : error.status })
}

/** For the start of a loader: the layout around the page redirects visitors without a session to the login, too. */
export function needSignIn(viewer: SignedIn, request: Request): void {
  if (!viewer.isSignedIn) throw logIn(request)
}

const logIn = (request: Request): Response => logInFirst(pathOf(request))

function pathOf(request: Request): string {
  const { pathname, search } = new URL(request.url)
  return pathname + search
}
