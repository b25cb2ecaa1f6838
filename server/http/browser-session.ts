import type { FastifyReply } from 'fastify'
import { identityServer } from '#modules/platform/identity/index-server.ts'
import { preferenceCookies } from '#modules/platform/identity/rules/preference-cookies.ts'
import type { Answer } from '#shared/endpoint.ts'
import type { App } from '../app.ts'
import { moveBasketToAccount, setBasketCookie } from './basket-cookie.ts'
import { browserCookieName, browserIdIn, sessionCookieName } from './viewer.ts'

/** Sets cookies with the visitor's choices for pages, for a year (accounts-7). */
function setPreferenceCookies(reply: FastifyReply, choices: Readonly<Record<string, string | null>>): void {
  for (const [name, value] of Object.entries(choices))
    if (value === null) reply.clearCookie(name, { path: '/' })
    else reply.setCookie(name, value, { path: '/', sameSite: 'lax', maxAge: 31_536_000 })
}

/** The longest lifetime that browsers allow for a cookie. */
const browserCookieSeconds = 400 * 86_400

/** Sets the session cookie: HttpOnly, Lax, and over TLS bound to this host (security-1). */
function setSessionCookie(reply: FastifyReply, app: App, session: { token: string; expiresAt: Date } | null): void {
  const name = sessionCookieName(app.isSecure)
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: app.isSecure } as const
  if (session) {
    reply.setCookie(name, session.token, { ...options, expires: session.expiresAt })
    reply.setCookie(
      browserCookieName(app.isSecure),
      identityServer.browserIdOf(browserIdIn(app, reply.request), session.token),
      {
        ...options,
        maxAge: browserCookieSeconds,
      },
    )
  } else reply.clearCookie(name, options)
}

/** Opens the browser's session and sets the cookies of the account's preferences (accounts-7). */
async function startSession(app: App, reply: FastifyReply, session: { token: string; expiresAt: Date }): Promise<void> {
  setSessionCookie(reply, app, session)
  const viewer = await identityServer.findViewerBySession(app, session.token)
  if (viewer?.kind !== 'account') return
  await moveBasketToAccount(app, reply.request, reply, viewer)
  setPreferenceCookies(reply, preferenceCookies(viewer.preferences))
}

/**
 * Sets the cookies that a response carries: a session (with which a guest's basket moves to the account), a guest's
 * basket, and choices.
 */
export async function setResponseCookies(
  app: App,
  reply: FastifyReply,
  { session, basket, cookies }: Pick<Answer<unknown>, 'session' | 'basket' | 'cookies'>,
): Promise<void> {
  setPreferenceCookies(reply, cookies ?? {})
  if (session) await startSession(app, reply, session)
  if (session === null) {
    setSessionCookie(reply, app, null)
    // The basket still belongs to the account, but this browser no longer shows it (S2 §4).
    setBasketCookie(reply, app, null)
  }
  if (basket) setBasketCookie(reply, app, basket)
}
