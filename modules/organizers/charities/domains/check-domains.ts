import {
  claimDueDomains,
  countDomainCheck,
  type Domain,
  domainTokenOf,
  postponeCheck,
  saveDomainVerification,
  findOrganizationForStaff,
} from '#modules/causes/organizations/index.ts'
import { txtNameOf } from '#modules/causes/organizations/rules/domain.ts'
import {
  type DomainEvent,
  domainStateOf,
  nextCheckAt,
  type TxtCheck,
  nextVerification,
  checkTxtAnswer,
} from '#modules/causes/organizations/rules/domain-verification.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { AccountRequest, AccountViewer } from '#modules/platform/identity/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { dayMs, hourMs } from '#shared/time.ts'
import { authorizeForCharity } from '../authorize-for-charity.ts'
import { mailOwners } from '#modules/organizers/fundraising/index.ts'
import type { CharityPorts } from '../ports.ts'
import { findDomain, refusedHost } from './change-domains.ts'

/** Maximum of checks that the owners of a charity can request an hour (pages-18). */
const checksAnHour = 10
/** Maximum of domains that the job claims at once, and of concurrent DNS look-ups. */
const [claimMax, concurrencyMax] = [50, 10]

/**
 * Looks up the DNS record of a domain for an owner of the charity (pages-18). Throws a fault at `host` if another
 * charity has verified the domain.
 */
export async function checkDomain(
  ports: CharityPorts,
  viewer: AccountViewer,
  context: RequestContext,
  ids: { readonly organizationId: bigint; readonly host: string },
): Promise<void> {
  const { charity } = await authorizeForCharity(ports, viewer, ids.organizationId, 'ownership')
  const domain = await findDomain(ports.db, charity.id, ids.host)
  const now = ports.clock()
  const isCounted = await ports.write((tx) => countDomainCheck(tx, charity.id, { now, max: checksAnHour }))
  if (!isCounted)
    throw new Problem('rate-limit', 'too-many-domain-checks', {
      params: { max: checksAnHour },
      retryAfterSeconds: 3600,
    })
  const answer = await lookUpTxtRecord(ports, domain)
  if ((await saveCheckResult(ports, domain, answer, { viewer, context })) === 'taken')
    throw refusedHost('conflict', 'domain-taken')
}

/**
 * Checks the domains that are due (pages-17): first DNS, then one transaction for each. Any number of processes can run
 * it. A failed check is repeated after an hour; its error is thrown after the other checks are done.
 */
export async function checkDueDomains(ports: CharityPorts): Promise<{ readonly checked: number }> {
  let checked = 0
  const errors: unknown[] = []
  for (;;) {
    const now = ports.clock()
    const until = new Date(now.getTime() + hourMs)
    const due = await ports.write((tx) => claimDueDomains(tx, { now, until, max: claimMax }))
    for (let start = 0; start < due.length; start += concurrencyMax)
      for (const result of await Promise.allSettled(
        due.slice(start, start + concurrencyMax).map((domain) => checkDue(ports, domain)),
      ))
        if (result.status === 'rejected') errors.push(result.reason)
    checked += due.length
    if (due.length < claimMax) break
  }
  if (errors.length > 0) throw errors[0]
  return { checked }
}

async function checkDue(ports: CharityPorts, domain: Domain): Promise<void> {
  const answer = await lookUpTxtRecord(ports, domain)
  if ((await saveCheckResult(ports, domain, answer)) !== 'taken') return
  const until = new Date(ports.clock().getTime() + dayMs)
  await ports.write((tx) => postponeCheck(tx, domain, until))
}

async function lookUpTxtRecord(ports: CharityPorts, domain: Domain): Promise<TxtCheck> {
  const token = await domainTokenOf(ports.db, domain.organizationId)
  return token === null ? 'missing' : checkTxtAnswer(await ports.lookUpTxt(txtNameOf(domain.host)), token)
}

const mailOf = { verified: 'domain-verified', restored: 'domain-verified', missing: 'domain-missing' } as const

/**
 * Saves the result of a DNS look-up, with its audit entry and mails (pages-17). Saves nothing if the domain has changed
 * since it was read, so concurrent checks mail once. Returns `taken` if another charity has verified the host.
 */
async function saveCheckResult(
  ports: CharityPorts,
  domain: Domain,
  answer: TxtCheck,
  by?: AccountRequest,
): Promise<DomainEvent | 'taken'> {
  const now = ports.clock()
  const { verification, event } = nextVerification(domain, answer, now)
  const charity = await findOrganizationForStaff(ports.db, domain.organizationId)
  if (!charity) return null
  try {
    return await ports.write(async (tx) => {
      const next = nextCheckAt(verification, { addedAt: domain.addedAt, now })
      if (!(await saveDomainVerification(tx, domain, { verification, now, nextCheckAt: next }))) return null
      if (event === null) return null
      await record(tx, {
        actor: by ? { kind: 'account', id: by.viewer.accountId } : { kind: 'system' },
        act: `charities.domain-${event}`,
        object: `organization:${domain.organizationId}`,
        at: now,
        ip: by?.context.ip,
        details: { host: domain.host, from: domainStateOf(domain), to: domainStateOf(verification) },
      })
      await mailOwners(ports, tx, charity, {
        kind: event === 'dropped' ? 'domain-dropped' : mailOf[event],
        key: `domain-${event}.${charity.id}.${domain.host}.${now.getTime()}`,
        params: () => ({ host: `\u2066${domain.host}\u2069` }),
        path: '/domains',
      })
      return event
    })
  } catch (error) {
    if ((error as { code?: string }).code === '23505') return 'taken'
    throw error
  }
}
