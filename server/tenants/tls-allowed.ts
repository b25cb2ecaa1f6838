import type { FastifyInstance } from 'fastify'
import { organizationsServer } from '#modules/causes/organizations/index-server.ts'
import type { App } from '../app.ts'
import { siteOf } from './tenant-address.ts'

/**
 * Answers Caddy's question before it gets a certificate on demand: 200 for the host of a charity, also one that it had,
 * because it redirects; 404 for any other (pages-13). It asks the database only.
 */
export function registerTlsAllowed(fastify: FastifyInstance, app: App): void {
  fastify.get('/tls-allowed', async (request, reply) => {
    const { domain } = request.query as { domain?: unknown }
    const site = typeof domain === 'string' && !domain.includes(':') ? siteOf(domain, app) : undefined
    const isAllowed =
      site?.kind === 'tenant' && (await organizationsServer.isSubdomainOfCharity(app.db, site.subdomain))
    return reply.code(isAllowed ? 200 : 404).send()
  })
}
