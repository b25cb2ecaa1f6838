import { findAddressedOrganization } from '#modules/causes/organizations/index.ts'
import { organizationsServer } from '#modules/causes/organizations/index-server.ts'
import { charityOrigin, hostOrigin, tenantOrigin } from '#modules/organizers/hosted-pages/rules/public-address.ts'
import { required } from '#shared/collections.ts'
import type { App } from '../app.ts'
import { canBeVerified, siteOf, type Tenant } from './tenant-address.ts'

/** The site that a request's Host names: the platform's, a charity's, or unknown. */
export type Site = { readonly kind: 'platform' } | { readonly kind: 'unknown' } | ({ readonly kind: 'tenant' } & Tenant)

type SiteApp = Pick<App, 'db' | 'origin' | 'pagesDomain' | 'isProduction'>

/**
 * Returns the site of a Host. A host that its name alone doesn't decide is looked up among the hosts that charities
 * have verified. In a demo an unknown host is the platform's (pages-19).
 */
export async function findSite(app: SiteApp, requestHost: string): Promise<Site> {
  const site = siteOf(requestHost, app)
  if (site.kind === 'tenant') {
    const { subdomain } = site
    return { kind: 'tenant', subdomain, origin: required(tenantOrigin(app, subdomain), 'origin') }
  }
  if (site.kind !== 'other') return site
  const domain = canBeVerified(site.host) ? await organizationsServer.findVerifiedDomain(app.db, site.host) : undefined
  if (domain) return { kind: 'tenant', subdomain: domain.subdomain, origin: hostOrigin(app, site.host) }
  return { kind: app.isProduction ? 'unknown' : 'platform' }
}

/** Returns the origin of the public addresses of the charity with this subdomain; undefined if it has no host. */
export async function publicOriginOf(app: SiteApp, subdomain: string): Promise<string | undefined> {
  const charity = await findAddressedOrganization(app.db, subdomain)
  return charity && charityOrigin(app, charity)
}
