import { type Domain, domainsOf, domainTokenOf } from '#modules/causes/organizations/index.ts'
import { domainsMax, txtNameOf } from '#modules/causes/organizations/rules/domain.ts'
import { domainStateOf } from '#modules/causes/organizations/rules/domain-verification.ts'
import { canDo } from '#modules/causes/organizations/rules/roles.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { authorizeForCharity } from '../authorize-for-charity.ts'
import type { CharityPorts } from '../ports.ts'

/** Returns a charity's domains with their DNS records and states, for its members (pages-16). */
export async function readDomains(ports: CharityPorts, viewer: AccountViewer, organizationId: bigint) {
  const { charity, role } = await authorizeForCharity(ports, viewer, organizationId, 'read')
  const domains = await domainsOf(ports.db, charity.id)
  const token = (await domainTokenOf(ports.db, charity.id)) ?? ''
  return {
    charity: { id: charity.id.toString(), name: charity.name, subdomain: charity.slug },
    canChange: canDo(role, 'ownership') && charity.closedAt === null,
    max: domainsMax,
    hasDemoDns: ports.demoDns !== undefined,
    target: new URL(ports.origin).hostname,
    domains: domains.map((domain) => domainView(domain, token)),
  }
}

const domainView = (domain: Domain, token: string) => ({
  host: domain.host,
  state: domainStateOf(domain),
  isPrimary: domain.isPrimary,
  record: { name: txtNameOf(domain.host), type: 'TXT' as const, value: token },
  addedAt: domain.addedAt,
  verifiedAt: domain.verifiedAt,
  checkedAt: domain.checkedAt,
  missingSince: domain.missingSince,
  unreachableSince: domain.unreachableSince,
  droppedAt: domain.droppedAt,
})
