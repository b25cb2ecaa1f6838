import type { FastifyInstance } from 'fastify'
import { organizationsServer } from '#modules/causes/organizations/index-server.ts'
import type { App } from '../app.ts'
import { canBeVerified, siteOf } from './tenant-address.ts'

/**
 * Answers Caddy before it requests a certificate on demand: 200 for the host of a charity, including an earlier host,
 * which redirects, and for a host whose ownership DNS still proves; 404 for any other (pages-13). It only reads the
 * database.
 */
export function registerTlsAllowed(fastify: FastifyInstance, app: App): void {
  fastify.get('/tls-allowed', async (request, reply) => {
    const { domain } = request.query as { domain?: unknown }
    const isAllowed = typeof domain === 'string' && !domain.includes(':') && (await canHaveCertificate(app, domain))
    return reply.code(isAllowed ? 200 : 404).send()
  })
}

async function canHaveCertificate(app: App, domain: string): Promise<boolean> {
  const site = siteOf(domain, app)
  if (site.kind === 'tenant') return organizationsServer.isSubdomainOfCharity(app.db, site.subdomain)
  if (site.kind !== 'other' || !canBeVerified(site.host)) return false
  return (await organizationsServer.findVerifiedDomain(app.db, site.host))?.hasRecord ?? false
}
