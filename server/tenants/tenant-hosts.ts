import type { FastifyInstance, FastifyReply } from 'fastify'
import { Problem } from '#shared/problem.ts'
import type { App } from '../app.ts'
import { isPixelCookie, pixelResponse, type PixelConsent, pixelConsentOf } from './page-pixel.ts'
import { findSite } from './find-site.ts'
import { platformPath, siteOf, type Tenant } from './tenant-address.ts'
import { tenantPolicy } from './tenant-policy.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The charity whose host was requested; undefined on the platform. */
    tenant:
      | (Tenant & {
          readonly pixelConsent: PixelConsent
          /** Whether the rendered page asks for consent to a pixel, or has it. */
          hasPixel: boolean
        })
      | undefined
  }
}

/** Routes of a charity's host beside pages: what pages load and what search engines request. */
const files: ReadonlySet<string> = new Set(['/assets/*', '/art/:file', '/media/:file', '/icon.svg', '/robots.txt'])
/** Load balancers use the machine's address as Host. */
const healthChecks: ReadonlySet<string> = new Set(['/livez', '/readyz'])
/** Headers that could identify a browser or a program. */
const credentials = ['cookie', 'authorization', 'session-id', 'idempotency-key']

const isPage = (config: unknown): boolean => (config as { page?: boolean } | undefined)?.page === true

/**
 * Confines charities' hosts to their public pages, without credentials, and refuses unknown hosts with 421 (pages-12,
 * pages-19). The only cookie is a page's consent to its pixel (pages-15). Must be registered after cookies are parsed
 * and before any route.
 */
export function registerTenantHosts(fastify: FastifyInstance, app: App): void {
  fastify.decorateRequest('tenant', undefined)
  fastify.addHook('onRequest', async (request, reply) => {
    const { url = '', config } = request.routeOptions
    // Health checks report the database's state, so they must not need it.
    if (healthChecks.has(url) && siteOf(request.host, app).kind !== 'tenant') return
    const site = await findSite(app, request.host)
    if (site.kind === 'platform') return
    if (site.kind === 'unknown') return sendNothing(reply)
    const { subdomain, origin } = site
    request.tenant = { subdomain, origin, pixelConsent: pixelConsentOf(request.cookies), hasPixel: false }
    request.cookies = {}
    for (const name of credentials) delete request.raw.headers[name]
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const hasPage = isPage(config) && platformPath(site.subdomain, request.url) !== undefined
    if (!isRead || !(hasPage || files.has(url))) throw new Problem('not-found', 'not-found')
    const response = hasPage
      ? pixelResponse(request.url, request.headers, { isSecure: request.protocol === 'https' })
      : undefined
    if (response) {
      if (response.cookie) reply.header('set-cookie', response.cookie)
      return reply.header('cache-control', 'no-store').redirect(response.location, 303)
    }
    if (hasPage) reply.header('content-security-policy', tenantPolicy(request.cspNonce, app.origin))
  })
  // Rendering a page may start a visit, which a charity's host must not store.
  fastify.addHook('onSend', async (request, reply) => {
    if (!request.tenant) return
    const consent = [reply.getHeader('set-cookie') ?? []].flat().find((cookie) => isPixelCookie(String(cookie)))
    reply.removeHeader('set-cookie')
    if (consent !== undefined) reply.header('set-cookie', consent)
  })
}

/** Responds to an unknown host without content. */
const sendNothing = (reply: FastifyReply): FastifyReply => reply.code(421).send()
