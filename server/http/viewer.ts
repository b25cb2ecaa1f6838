import type { FastifyRequest } from 'fastify'
import { identityServer } from '#modules/platform/identity/index-server.ts'
import type { AccountViewer, Viewer } from '#modules/platform/identity/index.ts'
import type { App } from '../app.ts'

/**
 * Returns the name of the session cookie. Browsers refuse a `__Host-` cookie over plain HTTP, so the name differs there
 * (security-1).
 */
export const sessionCookieName = (isSecure: boolean): string => (isSecure ? '__Host-sid' : 'sid')

export const browserCookieName = (isSecure: boolean): string => (isSecure ? '__Host-bid' : 'bid')

/** Returns the id that this browser got at its first login; undefined if we didn't issue it. */
export function browserIdIn(app: App, request: FastifyRequest): string | undefined {
  const kept = request.cookies?.[browserCookieName(app.isSecure)]
  return kept !== undefined && /^[\w-]{43}$/.test(kept) ? kept : undefined
}

/**
 * Returns the viewer from the session cookie or a bearer token. An invalid token is an anonymous viewer, not an error.
 * Afterwards `accountPreferences` returns the account's preferences.
 */
export async function viewerOf(app: App, request: FastifyRequest): Promise<Viewer> {
  const viewer = await findViewer(app, request)
  if (viewer.kind === 'account') preferencesOf.set(request, viewer.preferences)
  return viewer
}

const preferencesOf = new WeakMap<FastifyRequest, AccountViewer['preferences']>()

/**
 * Returns the preferences of the requester's account, after `viewerOf` has read it; undefined if there is no account.
 */
export const accountPreferences = (request: FastifyRequest): AccountViewer['preferences'] | undefined =>
  preferencesOf.get(request)

async function findViewer(app: App, request: FastifyRequest): Promise<Viewer> {
  const bearer = /^Bearer +([\w.~+/=-]{1,400})$/i.exec(request.headers.authorization ?? '')?.[1]
  if (bearer) return (await identityServer.findViewerByBearer(app, bearer)) ?? { kind: 'anonymous' }
  const cookie = request.cookies[sessionCookieName(app.isSecure)]
  if (cookie) return (await identityServer.findViewerBySession(app, cookie)) ?? { kind: 'anonymous' }
  return { kind: 'anonymous' }
}
