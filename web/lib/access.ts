import { data, redirect } from 'react-router'
import type { RenderContext } from '#server/pages/render-context.ts'
import { isProblem, type Problem } from '#shared/problem.ts'
import { reauthenticationUrlFor, redirectToLogin, twoFactorUrlFor } from './login-urls.ts'

type SignedIn = Pick<RenderContext['viewer'], 'isSignedIn'>

/**
 * Reads data that only some users may see. Redirects visitors without a session to the login; throws 404 for users
 * without permission, so the page's existence isn't revealed (security-3).
 */
export async function loadRestricted<T>(viewer: SignedIn, request: Request, read: () => Promise<T>): Promise<T> {
  requireSignIn(viewer, request)
  try {
    return await read()
  } catch (error) {
    return throwAccessError(error, request)
  }
}

/**
 * Handles authentication and permission errors of an action in the same way. The page must handle its other errors
 * first.
 */
export function throwAccessError(error: unknown, request: Request): never {
  if (!isProblem(error)) throw error
  redirectIfNoAccess(error, pathOf(request))
  if (error.class === 'server') throw error
  throw data(null, { status: error.class === 'validation' || error.class === 'authorization' ? 404 : error.status })
}

/** Throws the redirect to the page that asks for what is missing: a login, a second factor or a recent proof. */
export function redirectIfNoAccess(error: Problem, path: string): void {
  // First, because its class is also `authentication`.
  if (error.code === 'reauthentication-required') throw redirect(reauthenticationUrlFor(path), 303)
  if (error.code === 'two-factor-required') throw redirect(twoFactorUrlFor(path), 303)
  if (error.class === 'authentication') throw redirectToLogin(path)
}

/** Redirects to the login at the start of a loader, because it runs in parallel to the layout's loader. */
export function requireSignIn(viewer: SignedIn, request: Request): void {
  if (!viewer.isSignedIn) throw logIn(request)
}

const logIn = (request: Request): Response => redirectToLogin(pathOf(request))

function pathOf(request: Request): string {
  const { pathname, search } = new URL(request.url)
  return pathname + search
}
