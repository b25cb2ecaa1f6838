import type { FastifyRequest } from 'fastify'
import { identityServer } from '#modules/platform/identity/index-server.ts'
import type { AccountViewer, Viewer } from '#modules/platform/identity/index.ts'
import { withoutPort } from '#shared/network.ts'
import type { App } from '../app.ts'
import { basketCookieName } from './basket-cookie.ts'

/**
 * Returns the name of the session cookie. Browsers refuse a `__Host-` cookie over plain HTTP, so the name differs there
 * (security-1).
 */
export const sessionCookieName = (isSecure: boolean): string => (isSecure ? '__Host-sid' : 'sid')

export const browserCookieName = (isSecure: boolean): string => (isSecure ? '__Host-bid' : 'bid')

/**
 * Whether a request has a session's or a basket's cookie. Cookies are undefined if a request is refused before they are
 * parsed.
 */
export const hasSecretCookie = (app: App, { cookies }: Partial<Pick<FastifyRequest, 'cookies'>>): boolean =>
  [sessionCookieName, basketCookieName].some((nameOf) => cookies?.[nameOf(app.isSecure)] !== undefined)

/** Returns the id that this browser got at its first login; undefined if we didn't issue it. */
export function browserIdIn(app: App, request: FastifyRequest): string | undefined {
  const kept = request.cookies?.[browserCookieName(app.isSecure)]
  return kept !== undefined && /^[\w-]{43}$/.test(kept) ? kept : undefined
}

/**
 * Returns the viewer of a page or file from the session cookie or a bearer token. An invalid token is an anonymous
 * viewer, not an error, and so is an API key, which opens only calls (security-21). Afterwards `accountPreferences`
 * returns the account's preferences.
 */
export async function viewerOf(app: App, request: FastifyRequest): Promise<Viewer> {
  return withPreferences(request, await findViewer(app, request))
}

/** Returns the viewer of a call, which may also have an API key; throws if the key isn't valid. */
export async function callViewerOf(app: App, request: FastifyRequest): Promise<Viewer> {
  return withPreferences(request, await findViewer(app, request, withoutPort(request.ip)))
}

function withPreferences(request: FastifyRequest, viewer: Viewer): Viewer {
  if (viewer.kind === 'account') preferencesOf.set(request, viewer.preferences)
  return viewer
}

const preferencesOf = new WeakMap<FastifyRequest, AccountViewer['preferences']>()

/**
 * Returns the preferences of the requester's account, after `viewerOf` has read it; undefined if there is no account.
 */
export const accountPreferences = (request: FastifyRequest): AccountViewer['preferences'] | undefined =>
  preferencesOf.get(request)

async function findViewer(app: App, request: FastifyRequest, keyIp?: string): Promise<Viewer> {
  const bearer = /^Bearer +([\w.~+/=-]{1,400})$/i.exec(request.headers.authorization ?? '')?.[1]
  if (bearer) return (await identityServer.findViewerByBearer(app, bearer, keyIp)) ?? { kind: 'anonymous' }
  const cookie = request.cookies[sessionCookieName(app.isSecure)]
  if (cookie) return (await identityServer.findViewerBySession(app, cookie)) ?? { kind: 'anonymous' }
  return { kind: 'anonymous' }
}
