import {
  deleteDomain,
  type Domain,
  domainsOf,
  ensureDomainToken,
  insertDomain,
  isVerifiedByAnother,
  setPrimaryDomain,
  type StaffOrganization,
  assertNoPendingChange,
  lockSubdomain,
  requireControl,
} from '#modules/causes/organizations/index.ts'
import { domainsMax, parseDomain } from '#modules/causes/organizations/rules/domain.ts'
import { domainStateOf } from '#modules/causes/organizations/rules/domain-verification.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { hourMs } from '#shared/time.ts'
import { authorizeForCharity, recordAct } from '../authorize-for-charity.ts'
import { type CharityMail, mailOwners } from '#modules/organizers/fundraising/index.ts'
import { ownHostsOf } from '../own-hosts.ts'
import type { CharityPorts } from '../ports.ts'

type ByOwner = { readonly viewer: AccountViewer; readonly context: RequestContext; readonly organizationId: bigint }

/**
 * Returns the charity if the owner may change its domains now, which requires a recent verification of identity (pages-18).
 */
async function authorizeDomainChange(ports: CharityPorts, by: ByOwner): Promise<StaffOrganization> {
  const { charity } = await authorizeForCharity(ports, by.viewer, by.organizationId, 'ownership')
  await requireControl(ports, by.viewer)
  return charity
}

/** Serializes changes of a charity's domains and owners; throws while a change of its owners waits (accounts-15). */
async function lockForChange(tx: Tx, organizationId: bigint): Promise<void> {
  await lockSubdomain(tx, organizationId)
  await assertNoPendingChange(tx, organizationId)
}

/** Adds a domain, which then waits for its DNS record (pages-16). Faults are at `host`. */
export async function addDomain(ports: CharityPorts, by: ByOwner, typed: string): Promise<void> {
  const charity = await authorizeDomainChange(ports, by)
  const parsed = parseDomain(typed, { ownHosts: ownHostsOf(ports) })
  if ('refusal' in parsed) throw refusedHost('validation', parsed.refusal)
  const { host } = parsed
  const instant = ports.clock()
  await ports.write(async (tx) => {
    await lockForChange(tx, charity.id)
    const listed = await domainsOf(tx, charity.id)
    if (listed.some((domain) => domain.host === host)) throw refusedHost('validation', 'domain-listed')
    if (await isVerifiedByAnother(tx, host, charity.id)) throw refusedHost('conflict', 'domain-taken')
    await ensureDomainToken(tx, charity.id, Buffer.from(ports.newToken(16), 'base64url').toString('hex'))
    const nextCheckAt = new Date(instant.getTime() + hourMs)
    const input = { organizationId: charity.id, host, byId: by.viewer.accountId, at: instant, nextCheckAt }
    if (!(await insertDomain(tx, input))) throw refusedHost('validation', 'too-many-domains', { max: domainsMax })
    await recordChange(ports, tx, charity, by, {
      act: 'domain-added',
      host,
      at: instant,
      details: { host, from: null, to: 'waiting' },
    })
  })
}

/** Removes a domain, whose addresses then stop working (pages-18). */
export async function removeDomain(ports: CharityPorts, by: ByOwner, host: string): Promise<void> {
  const charity = await authorizeDomainChange(ports, by)
  const instant = ports.clock()
  await ports.write(async (tx) => {
    await lockForChange(tx, charity.id)
    const domain = await findDomain(tx, charity.id, host)
    await deleteDomain(tx, charity.id, domain.host)
    await recordChange(ports, tx, charity, by, {
      act: 'domain-removed',
      host: domain.host,
      at: instant,
      details: { host: domain.host, from: domainStateOf(domain), to: null, wasPrimary: domain.isPrimary },
    })
  })
}

/** Chooses the domain of a charity's public addresses, or none if null (pages-18). The domain must be verified. */
export async function choosePrimaryDomain(ports: CharityPorts, by: ByOwner, host: string | null): Promise<void> {
  const charity = await authorizeDomainChange(ports, by)
  const instant = ports.clock()
  await ports.write(async (tx) => {
    await lockForChange(tx, charity.id)
    const from = (await domainsOf(tx, charity.id)).find(({ isPrimary }) => isPrimary)?.host ?? null
    const domain = host === null ? null : await findDomain(tx, charity.id, host)
    const to = domain?.host ?? null
    if (domain && domainStateOf(domain) !== 'verified') throw refusedHost('conflict', 'domain-not-verified')
    const changed = to ?? from
    if (changed === null || from === to) return
    await setPrimaryDomain(tx, charity.id, to)
    await recordChange(ports, tx, charity, by, {
      act: to === null ? 'domain-unchosen' : 'domain-chosen',
      host: changed,
      at: instant,
      details: { from, to },
    })
  })
}

/** Returns a domain of the charity; throws `domain-not-found`. */
export async function findDomain(db: Parameters<typeof domainsOf>[0], organizationId: bigint, host: string) {
  const domain: Domain | undefined = (await domainsOf(db, organizationId)).find((row) => row.host === host)
  if (!domain) throw new Problem('not-found', 'domain-not-found')
  return domain
}

/** Writes an owner's change to the audit log and mails all owners. */
async function recordChange(
  ports: CharityPorts,
  tx: Tx,
  charity: StaffOrganization,
  by: ByOwner,
  input: { readonly act: CharityMail; readonly host: string; readonly at: Date; readonly details: object },
): Promise<void> {
  const { act, host, at, details } = input
  await recordAct(tx, { ...by, act, at, details })
  await mailOwners(ports, tx, charity, {
    kind: act,
    key: `${act}.${charity.id}.${host}.${at.getTime()}`,
    params: () => ({ host: `\u2066${host}\u2069` }),
    path: '/domains',
  })
}

/** Builds a refusal with a fault at the domain's field. */
export const refusedHost = (
  problemClass: 'validation' | 'conflict',
  code: string,
  params: Readonly<Record<string, string | number>> = {},
) => new Problem(problemClass, code, { params, fields: { host: { code, params } } })
