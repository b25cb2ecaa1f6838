import { organizationsOfMember } from '#modules/causes/organizations/index.ts'
import { type AccountViewer, apiKeys } from '#modules/platform/identity/index.ts'
import { Problem } from '#shared/problem.ts'
import { isOrganizationScope } from '#shared/api-keys/scopes.ts'
import { authorizeForCharity } from '../authorize-for-charity.ts'
import type { CharityPorts } from '../ports.ts'
import { keyAccountsOf } from '../queries/key-accounts.ts'

/** Returns a charity's keys without their secrets, for its owners and admins (security-21). */
export async function readCharityKeys(ports: CharityPorts, viewer: AccountViewer, organizationId: bigint) {
  const { charity } = await authorizeForCharity(ports, viewer, organizationId, 'api-keys', 'reading')
  const keys = await apiKeys.list(ports.db, await keyAccountsOf(ports.db, charity.id))
  return {
    charity: { id: charity.id.toString(), name: charity.name },
    keys: keys.map((key) => apiKeys.toView(key, ports.clock())),
  }
}

/** Returns the key of this request, and the charity that it belongs to. Throws 404 for a session. */
export async function readThisKey(ports: CharityPorts, viewer: AccountViewer) {
  const key = (await apiKeys.list(ports.db, [viewer.accountId])).find(({ id }) => id === viewer.apiKeyId)
  if (!key) throw new Problem('not-found', 'not-found')
  const isOfCharity = key.scopes.some(isOrganizationScope)
  const [charity] = isOfCharity ? await organizationsOfMember(ports.db, viewer.accountId, ports.clock()) : []
  return {
    key: apiKeys.toView(key, ports.clock()),
    organization: charity ? { id: charity.id.toString(), name: charity.name, subdomain: charity.slug } : null,
  }
}
