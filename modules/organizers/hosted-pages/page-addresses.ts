import { primaryDomains } from '#modules/causes/organizations/index.ts'
import type { Ports } from '#shared/ports.ts'
import { type AddressSettings, charityOrigin, hostedPageUrl } from './rules/public-address.ts'
import './tables.ts'

/** Returns the public URLs of the hosted pages among these campaigns, by campaign (pages-11). */
export async function pageAddresses(
  ports: Pick<Ports, 'db'> & AddressSettings,
  campaignIds: readonly bigint[],
): Promise<Map<bigint, string>> {
  if (campaignIds.length === 0) return new Map()
  const rows = await ports.db
    .selectFrom('hosted_pages.page as p')
    .innerJoin('organizations.organization as o', 'o.id', 'p.organization_id')
    .select(['p.campaign_id as campaignId', 'p.slug', 'o.id as organizationId', 'o.slug as subdomain'])
    .where('p.campaign_id', 'in', [...campaignIds])
    .execute()
  const hosts = await primaryDomains(
    ports.db,
    rows.map(({ organizationId }) => organizationId),
  )
  return new Map(
    rows.map(({ campaignId, slug, organizationId, subdomain }) => [
      campaignId,
      hostedPageUrl(ports, { slug: subdomain, publicHost: hosts.get(organizationId) ?? null }, slug),
    ]),
  )
}

/** Returns the public URLs of the pages of those charities that have an own host, by subdomain (pages-11). */
export async function charityAddresses(
  ports: Pick<Ports, 'db'> & AddressSettings,
  subdomains: readonly string[],
): Promise<Map<string, string>> {
  if (subdomains.length === 0) return new Map()
  const charities = await ports.db
    .selectFrom('organizations.organization')
    .select(['id', 'slug'])
    .where('slug', 'in', [...subdomains])
    .execute()
  const hosts = await primaryDomains(
    ports.db,
    charities.map(({ id }) => id),
  )
  return new Map(
    charities.flatMap(({ id, slug }) => {
      const origin = charityOrigin(ports, { slug, publicHost: hosts.get(id) ?? null })
      return origin === undefined ? [] : [[slug, `${origin}/`] as const]
    }),
  )
}
