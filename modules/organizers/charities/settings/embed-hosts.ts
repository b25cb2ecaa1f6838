import { assertNoPendingChange, lockSubdomain, requireControl } from '#modules/causes/organizations/index.ts'
import { embedHostsOf, replaceEmbedHosts } from '../queries/embed-hosts.ts'
import { embedHostsMax, isLocalHost, parseEmbedHost } from '../rules/embed-host.ts'
import { canDo } from '#modules/causes/organizations/rules/roles.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Db } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { authorizeForCharity, recordAct } from '../authorize-for-charity.ts'
import { mailOwners } from '#modules/organizers/fundraising/index.ts'
import { ownHostsOf } from '../own-hosts.ts'
import type { CharityPorts } from '../ports.ts'

/**
 * Returns the origins that may frame the donation form of a fundraiser, as listed by its charity (security-17). With
 * `allowsLocal` they include local ones, which production never allows.
 */
export async function embedHostsOfCampaign(
  db: Db,
  slug: string,
  { allowsLocal }: { readonly allowsLocal: boolean },
): Promise<string[]> {
  const campaign = await db
    .selectFrom('campaigns.campaign')
    .select('organization_id')
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (!campaign?.organization_id) return []
  const hosts = await embedHostsOf(db, campaign.organization_id)
  return hosts.filter((host) => allowsLocal || !isLocalHost(host))
}

/** Returns the websites that may show a charity's donation form, for its members. */
export async function readEmbedHosts(ports: CharityPorts, viewer: AccountViewer, organizationId: bigint) {
  const { charity, role } = await authorizeForCharity(ports, viewer, organizationId, 'read')
  return {
    charity: { id: charity.id.toString(), name: charity.name, subdomain: charity.slug },
    hosts: await embedHostsOf(ports.db, charity.id),
    canChange: canDo(role, 'embeds'),
    allowsLocal: !ports.isProduction,
  }
}

/**
 * Replaces the websites that may show a charity's donation form (security-17). Requires an owner or admin with a recent
 * proof of identity. Mails the owners. Faults are at `hosts`.
 */
export async function changeEmbedHosts(
  ports: CharityPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: { readonly organizationId: bigint; readonly hosts: readonly string[] },
): Promise<void> {
  const { charity } = await authorizeForCharity(ports, viewer, input.organizationId, 'embeds')
  await requireControl(ports, viewer)
  const hosts = parseHosts(ports, input.hosts)
  const instant = ports.clock()
  await ports.write(async (tx) => {
    // Serializes concurrent changes, also of the charity's owners.
    await lockSubdomain(tx, charity.id)
    await assertNoPendingChange(tx, charity.id)
    const before = await embedHostsOf(tx, charity.id)
    if (before.join() === hosts.join()) return
    await replaceEmbedHosts(tx, { organizationId: charity.id, hosts, byId: viewer.accountId, at: instant })
    await recordAct(tx, {
      viewer,
      context,
      organizationId: charity.id,
      act: 'embed-hosts-changed',
      at: instant,
      details: { from: before, to: hosts },
    })
    await mailOwners(ports, tx, charity, {
      kind: 'embed-hosts-changed',
      key: `embed-hosts.${charity.id}.${instant.getTime()}`,
      path: '/embed',
    })
  })
}

function parseHosts(ports: CharityPorts, typed: readonly string[]): string[] {
  const ownHosts = ownHostsOf(ports)
  const hosts = new Set<string>()
  for (const text of typed.map((text) => text.trim()).filter((text) => text !== '')) {
    const host = parseEmbedHost(text, { ownHosts, allowsLocal: !ports.isProduction })
    if (host === undefined) throw refused('embed-host-not-valid', { host: `\u2068${text.slice(0, 100)}\u2069` })
    hosts.add(host)
  }
  if (hosts.size > embedHostsMax) throw refused('too-many-embed-hosts', { max: embedHostsMax })
  return [...hosts]
}

const refused = (code: string, params: Readonly<Record<string, string | number>>) =>
  new Problem('validation', code, { params, fields: { hosts: { code, params } } })
