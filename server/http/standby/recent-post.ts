import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ProductContract } from '#modules/contract.ts'
import { isEmbeddedForm } from '#shared/pages/embedded-form.ts'
import type { App } from '../../app.ts'
import { pagePath } from '../../pages/page-address.ts'
import { isPrivate } from '../security.ts'
import { hasSecretCookie } from '../viewer.ts'

/** Cookie without content: this browser may have changed something that a standby doesn't have yet (contract-18). */
const recentPostCookie = 'posted'
/** Twice the time by which a standby may be behind. */
const recentPostSeconds = 10

/** Calls that pages send on their own. They change nothing that a visitor would look for. */
const automaticCalls: ReadonlySet<string> = new Set(
  (['POST /api/projectapi/view', 'POST /v4/events'] satisfies (keyof ProductContract)[]).map((name) =>
    name.replace('POST ', ''),
  ),
)
/** Pages and calls that may record a donation when a bank sends the donor back, which is a GET. */
const recordsDonation = (path: string): boolean =>
  /^\/(thankyou\/|v4\/(basket\/thankyou$|donations\/|returns\/))/.test(path)

const pathOf = ({ url }: FastifyRequest): string => pagePath(url.split('?')[0] ?? '').replace(/\.data$/, '')
const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

/** Whether a browser has sent a form or a call in the last seconds, so that it must see the result. */
export const hasRecentPost = (request: FastifyRequest): boolean => request.cookies?.[recentPostCookie] !== undefined

/**
 * Whether a request may be served from a standby: it only reads, has no session, basket or token, its browser has
 * changed nothing in the last seconds, and its page isn't part of checkout or an account.
 */
export function mayUseStandby(app: App, request: FastifyRequest): boolean {
  if (!app.standby || !isRead(request) || request.headers.authorization !== undefined) return false
  return !hasSecretCookie(app, request) && !hasRecentPost(request) && !isPrivate(pathOf(request))
}

/**
 * Whether an export that a request downloads may read its rows from a standby. A program with a token keeps no cookies,
 * so nothing tells whether it has just changed something.
 */
export const mayExportFromStandby = (app: App, request: FastifyRequest): boolean =>
  app.standby !== undefined && request.headers.authorization === undefined && !hasRecentPost(request)

/** Runs work that only reads for a request, on a standby if the request may use one. */
export const readForRequest = <T>(app: App, request: FastifyRequest, work: (app: App) => Promise<T>): Promise<T> =>
  mayUseStandby(app, request) ? app.callOnStandby(work) : work(app)

/**
 * Sets the cookie on the response to a form or a call, if there is a standby: never on a charity's host, nor in an
 * embedded form, whose calls send and store no cookies (web/lib/api.ts). Must be registered after compression, which
 * takes any cookie of a response for a secret.
 */
export function registerRecentPost(fastify: FastifyInstance, app: App): void {
  if (!app.standby) return
  fastify.addHook('onSend', async (request, reply) => {
    const path = pathOf(request)
    const mayHaveChanged = isRead(request)
      ? recordsDonation(path)
      : !automaticCalls.has(request.routeOptions.url ?? '') && !path.startsWith('/webhooks/')
    if (mayHaveChanged && !request.tenant && !isEmbeddedForm(path))
      reply.setCookie(recentPostCookie, '1', {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: app.isSecure,
        maxAge: recentPostSeconds,
      })
  })
}
