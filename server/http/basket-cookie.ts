import type { FastifyReply, FastifyRequest } from 'fastify'
import { basketsServer } from '#modules/money/baskets/index-server.ts'
import { identityServer } from '#modules/platform/identity/index-server.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import { isProblem } from '#shared/problem.ts'
import type { App } from '../app.ts'

/** Cookie that keeps a guest's basket in the browser for 30 days; scripts can't read it (accounts-3). */
export const basketCookieName = (isSecure: boolean): string => (isSecure ? '__Host-basket' : 'basket')

const options = (app: App) => ({ path: '/', httpOnly: true, sameSite: 'lax', secure: app.isSecure }) as const

export function setBasketCookie(reply: FastifyReply, app: App, kept: { token: string; expiresAt: Date } | null): void {
  const name = basketCookieName(app.isSecure)
  if (kept) reply.setCookie(name, kept.token, { ...options(app), expires: kept.expiresAt })
  else reply.clearCookie(name, options(app))
}

/**
 * Returns the viewer of a guest's basket cookie. It applies only to the basket's own calls: the owner of other requests
 * must not change because a basket was started in between.
 */
export async function basketViewerOf(
  app: App,
  request: FastifyRequest,
): Promise<Extract<Viewer, { kind: 'basket' }> | undefined> {
  const token = request.cookies[basketCookieName(app.isSecure)]
  const viewer = token === undefined ? undefined : await identityServer.findViewerByBearer(app, token)
  return viewer?.kind === 'basket' ? viewer : undefined
}

export const isGuestBasketCall = (path: string): boolean => path.startsWith('/v4/checkout/guest/baskets')

/** Whether a basket can never move to the account: it doesn't exist, belongs to another account, or is closed. */
const isGone = (error: unknown): boolean =>
  isProblem(error) && (error.code === 'not-found' || error.code === 'basket-not-active')

/**
 * Moves this browser's basket to the account at login (S2 §4), or with a later page if the basket is being paid for or
 * is unavailable; until then it belongs to this browser. A basket that can't be moved never stops a login or a page.
 */
export async function moveBasketToAccount(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Extract<Viewer, { kind: 'account' }>,
): Promise<void> {
  const token = request.cookies[basketCookieName(app.isSecure)]
  if (token === undefined) return
  try {
    const basketViewer = await basketViewerOf(app, request)
    if (basketViewer)
      await basketsServer.associate(app, account, { userId: account.accountId, basketId: basketViewer.basketId, token })
  } catch (error) {
    if (!isProblem(error)) app.log.error({ error, requestId: request.id }, 'a basket couldn’t be moved to its account')
    if (!isGone(error)) return
  }
  setBasketCookie(reply, app, null)
}
