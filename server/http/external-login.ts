import type { FastifyInstance, FastifyRequest } from 'fastify'
import { identityServer } from '#modules/platform/identity/index-server.ts'
import { isProblem, Problem } from '#shared/problem.ts'
import { safePath } from '#shared/safe-path.ts'
import type { App } from '../app.ts'
import { setResponseCookies } from './browser-session.ts'
import { toRequestContext } from './request-context.ts'
import { viewerOf } from './viewer.ts'

const flowCookieName = (isSecure: boolean): string => (isSecure ? '__Host-login' : 'login-flow')

type Query = Readonly<Record<string, string | string[] | undefined>>
const text = (query: Query, name: string): string | undefined => {
  const value = query[name]
  return typeof value === 'string' ? value.slice(0, 4000) : undefined
}

/**
 * Registers the login at another provider and the redirect back. Logins are links, not forms, because the form-action
 * policy would have to allow the provider's address. Nothing changes until the browser returns with the response to the
 * login that it started, and no other site can start one (security-2).
 */
export function registerExternalLogins(fastify: FastifyInstance, app: App): void {
  const cookie = { path: '/', httpOnly: true, sameSite: 'lax', secure: app.isSecure } as const
  const name = flowCookieName(app.isSecure)

  fastify.get<{ Params: { provider: string }; Querystring: Query }>('/login/with/:provider', async (request, reply) => {
    const isLinking = text(request.query, 'link') === 'yes'
    const isReauthentication = !isLinking && text(request.query, 'again') === 'yes'
    const requestText = text(request.query, 'redirectUrl')
    const page = requestText ? safePath(requestText, app.origin) : '/v4'
    const back = isLinking ? '/account/security?changed=connected' : page
    if (isForeign(request)) return reply.redirect('/login', 303)
    try {
      const { provider } = request.params
      const { url, flow, endsAt } = await identityServer.beginExternalLogin(app, await viewerOf(app, request), {
        provider,
        back,
        isLinking,
        isReauthentication: isReauthentication,
      })
      reply.setCookie(name, flow, { ...cookie, expires: endsAt })
      return reply.header('cache-control', 'no-store').redirect(url, 303)
    } catch (error) {
      if (!isProblem(error) || error.code === 'not-found') throw error
      return reply.redirect(
        refusalUrlOf(error.code, { wasLinking: isLinking, isReauthentication: isReauthentication, back }),
        303,
      )
    }
  })

  fastify.get<{ Params: { provider: string }; Querystring: Query }>(
    '/login/with/:provider/callback',
    async (request, reply) => {
      const { query } = request
      const providerResponse = Object.fromEntries(
        (['code', 'state', 'error', 'iss'] as const).flatMap((key) => {
          const value = text(query, key)
          return value === undefined ? [] : [[key, value]]
        }),
      )
      const viewer = await viewerOf(app, request)
      const flow = request.cookies[name]
      const finished = await identityServer.finishExternalLogin(app, viewer, toRequestContext(app, request), {
        provider: request.params.provider,
        flow,
        answer: providerResponse,
      })
      reply.clearCookie(name, cookie).header('cache-control', 'no-store')
      if (finished.kind === 'refused') {
        const { code, isReauthentication, back } = finished
        return reply.redirect(
          refusalUrlOf(code, {
            wasLinking: finished.wasLinking || viewer.kind === 'account',
            isReauthentication,
            back,
          }),
          303,
        )
      }
      if (finished.kind !== 'logged-in') return reply.redirect(finished.back, 303)
      await setResponseCookies(app, reply, finished)
      const opened = await identityServer.findViewerBySession(app, finished.session.token)
      const needsSecondFactor = opened?.kind === 'first-factor'
      return reply.redirect(
        needsSecondFactor ? `/login/second-factor?redirectUrl=${encodeURIComponent(finished.back)}` : finished.back,
        303,
      )
    },
  )

  fastify.get('/account/picture', async (request, reply) => {
    const viewer = await viewerOf(app, request)
    const image = viewer.kind === 'account' ? await identityServer.pictureOf(app, viewer.accountId) : undefined
    if (!image) throw new Problem('not-found', 'not-found')
    return reply.header('cache-control', 'private, no-store').type('image/webp').send(image)
  })
}

/** Whether another site or a prefetching browser sent the request. */
const isForeign = (request: FastifyRequest): boolean =>
  request.headers['sec-fetch-site'] === 'cross-site' ||
  /prefetch|prerender/.test(String(request.headers['sec-purpose'] ?? request.headers.purpose ?? ''))

/** Returns the page that shows a refusal. */
function refusalUrlOf(
  code: string,
  { wasLinking, isReauthentication, back }: { wasLinking: boolean; isReauthentication: boolean; back: string },
): string {
  if (code === 'reauthentication-required')
    return `/account/again?redirectUrl=${encodeURIComponent('/account/security')}`
  if (isReauthentication) return `/account/again?problem=${code}&redirectUrl=${encodeURIComponent(back)}`
  return wasLinking
    ? `/account/security?problem=${code}`
    : `/login?problem=${code}&redirectUrl=${encodeURIComponent(back)}`
}
