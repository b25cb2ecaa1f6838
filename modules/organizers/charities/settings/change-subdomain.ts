import { setGeneralFundSlug, slugsTaken } from '#modules/causes/campaigns/index.ts'
import {
  assertNoPendingChange,
  formerSubdomains,
  lockSubdomain,
  replaceSubdomain,
  requireControl,
} from '#modules/causes/organizations/index.ts'
import { isSubdomainAllowed } from '#modules/causes/organizations/rules/subdomain.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { required } from '#shared/collections.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { slugKey } from '#shared/slug.ts'
import { dayMs } from '#shared/time.ts'
import { authorizeForCharity, recordAct } from '../authorize-for-charity.ts'
import { mailOwners } from '#modules/organizers/fundraising/index.ts'
import type { CharityPorts } from '../ports.ts'

/** Minimum days between two changes of a charity's address (content-33). */
const daysBetween = 30

export type AddressOfCharity = {
  readonly subdomain: string
  /** When the address can be changed again; null: now. */
  readonly changeableFrom: Date | null
  /** Former addresses, which redirect. */
  readonly former: readonly string[]
}

/** Returns a charity's address for its owners. */
export async function readSubdomain(
  ports: CharityPorts,
  viewer: AccountViewer,
  organizationId: bigint,
): Promise<AddressOfCharity & { readonly name: string }> {
  const { charity } = await authorizeForCharity(ports, viewer, organizationId, 'ownership', 'reading')
  const former = await formerSubdomains(ports.db, charity.id)
  const from = changeableFrom(former)
  return {
    name: charity.name,
    subdomain: charity.slug,
    changeableFrom: from > ports.clock() ? from : null,
    former: former.map(({ subdomain }) => subdomain),
  }
}

const changeableFrom = ([latest]: readonly { readonly changedAt: Date }[]): Date =>
  new Date(latest ? latest.changedAt.getTime() + daysBetween * dayMs : 0)

/**
 * Changes a charity's address and that of its general fund (content-33). Requires an owner with a recent proof of
 * identity, at most once in 30 days. The old address redirects and stays reserved for the charity. Mails all owners.
 * Faults are at `subdomain`.
 */
export async function changeSubdomain(
  ports: CharityPorts,
  viewer: AccountViewer,
  context: RequestContext,
  ids: { readonly organizationId: bigint; readonly subdomain: string },
): Promise<void> {
  const { charity } = await authorizeForCharity(ports, viewer, ids.organizationId, 'ownership')
  await requireControl(ports, viewer)
  const to = ids.subdomain.trim().toLowerCase()
  if (!isSubdomainAllowed(to, ports.productName)) throw unavailable()
  const instant = ports.clock()
  await ports.write(async (tx) => {
    const from = required(await lockSubdomain(tx, charity.id), 'charity')
    // Under the charity's lock, because a change of its owners may have been requested since.
    await assertNoPendingChange(tx, charity.id)
    if (from === to) return
    if (changeableFrom(await formerSubdomains(tx, charity.id)) > instant)
      throw new Problem('conflict', 'subdomain-changed-lately', { params: { days: daysBetween } })
    if ((await slugsTaken(tx, [slugKey(to)], charity.id)).size > 0) throw unavailable()
    await replaceSubdomain(tx, { organizationId: charity.id, from, to, byId: viewer.accountId, at: instant })
    await setGeneralFundSlug(tx, charity.id, to, instant)
    await recordAct(tx, {
      viewer,
      context,
      organizationId: charity.id,
      act: 'subdomain-changed',
      at: instant,
      details: { from, to },
    })
    await mailOwners(ports, tx, charity, {
      kind: 'subdomain-changed',
      key: `subdomain.${charity.id}.${instant.getTime()}`,
      params: () => ({ address: `\u2066${ports.origin}/organizations/${to}\u2069` }),
      path: '/address',
    })
  })
}

const unavailable = () =>
  new Problem('conflict', 'subdomain-unavailable', { fields: { subdomain: { code: 'subdomain-unavailable' } } })
