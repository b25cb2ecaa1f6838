import {
  deleteMember,
  insertMembers,
  lockSubdomain,
  assertNoPendingChange,
  requireControl,
} from '#modules/causes/organizations/index.ts'
import { mailOwners } from '#modules/organizers/fundraising/index.ts'
import { type AccountViewer, apiKeys } from '#modules/platform/identity/index.ts'
import { isOrganizationScope, organizationScopes } from '#shared/api-keys/scopes.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { authorizeForCharity, recordAct } from '../authorize-for-charity.ts'
import type { CharityPorts } from '../ports.ts'
import { keyAccountsOf } from '../queries/key-accounts.ts'
import { keyRoleFor } from '../rules/key-role.ts'

type ApiKeyDraft = Parameters<typeof apiKeys.readDraft>[0]
type CharityKey = { readonly organizationId: bigint; readonly id: string }

/**
 * Creates a key of a charity: an account without a login, which is a member with the weakest role that the key's scopes
 * need. Requires an owner or admin with a recent proof of identity. Mails the owners. The secret isn't stored.
 */
export async function createCharityKey(
  ports: CharityPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: ApiKeyDraft & { readonly organizationId: bigint },
): Promise<{ readonly id: string; readonly key: string }> {
  const { charity } = await authorizeForCharity(ports, viewer, input.organizationId, 'api-keys')
  await requireControl(ports, viewer)
  const settings = apiKeys.readDraft(input, organizationScopes, ports.clock())
  const role = keyRoleFor(settings.scopes.filter(isOrganizationScope))
  const instant = ports.clock()
  return ports.write(async (tx) => {
    // Serializes concurrent changes, also of the charity's owners.
    await lockSubdomain(tx, charity.id)
    await assertNoPendingChange(tx, charity.id)
    const siblings = await keyAccountsOf(tx, charity.id)
    const accountId = ports.newId()
    await apiKeys.insertAccount(tx, { id: accountId, name: settings.name, at: instant })
    await insertMembers(tx, [{ organizationId: charity.id, accountId, role, at: instant }])
    const created = await apiKeys.create(ports, tx, viewer, { ...settings, accountId, siblings })
    await recordAct(tx, {
      viewer,
      context,
      organizationId: charity.id,
      act: 'api-key-created',
      at: instant,
      details: { apiKey: created.id, name: settings.name, scopes: settings.scopes, role },
    })
    await mailOwners(ports, tx, charity, {
      kind: 'api-key-created',
      key: `api-key.${created.id}.created`,
      params: () => ({ name: `\u2068${settings.name}\u2069` }),
      path: '/api-keys',
    })
    return created
  })
}

/** Replaces the secret of a charity's key. Requires what creating one requires. Mails the owners. */
export async function rotateCharityKey(
  ports: CharityPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: CharityKey & { readonly overlapHours: number },
): Promise<{ readonly id: string; readonly key: string }> {
  const { charity } = await authorizeForCharity(ports, viewer, input.organizationId, 'api-keys')
  await requireControl(ports, viewer)
  const instant = ports.clock()
  return ports.write(async (tx) => {
    await lockSubdomain(tx, charity.id)
    await assertNoPendingChange(tx, charity.id)
    const accountIds = await keyAccountsOf(tx, charity.id)
    const { id, overlapHours } = input
    const { key, name } = await apiKeys.rotate(ports, tx, viewer, { accountIds, id, overlapHours })
    await recordAct(tx, {
      viewer,
      context,
      organizationId: charity.id,
      act: 'api-key-rotated',
      at: instant,
      details: { apiKey: id, name, overlapHours },
    })
    await mailOwners(ports, tx, charity, {
      kind: 'api-key-rotated',
      key: `api-key.${id}.rotated.${instant.getTime()}`,
      params: () => ({ name: `\u2068${name}\u2069` }),
      path: '/api-keys',
    })
    return { id, key }
  })
}

/**
 * Revokes a charity's key at once and ends its membership. It needs no recent proof of identity, and works in a closed
 * charity: a lost key is urgent. Mails the owners.
 */
export async function revokeCharityKey(
  ports: CharityPorts,
  viewer: AccountViewer,
  context: RequestContext,
  { organizationId, id }: CharityKey,
): Promise<void> {
  const { charity } = await authorizeForCharity(ports, viewer, organizationId, 'api-keys', 'reading')
  await ports.write(async (tx) => {
    const { name, accountId } = await apiKeys.revoke(ports, tx, { accountIds: await keyAccountsOf(tx, charity.id), id })
    await deleteMember(tx, { organizationId: charity.id, accountId })
    await recordAct(tx, {
      viewer,
      context,
      organizationId: charity.id,
      act: 'api-key-revoked',
      at: ports.clock(),
      details: { apiKey: id, name },
    })
    await mailOwners(ports, tx, charity, {
      kind: 'api-key-revoked',
      key: `api-key.${id}.revoked`,
      params: () => ({ name: `\u2068${name}\u2069` }),
      path: '/api-keys',
    })
  })
}
