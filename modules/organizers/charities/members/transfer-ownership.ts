import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { requireControl } from '#modules/causes/organizations/index.ts'
import { changeOwnership, type ControlResult, lockCharity } from '#modules/organizers/fundraising/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { authorizeForCharity } from '../authorize-for-charity.ts'
import type { CharityPorts } from '../ports.ts'

/**
 * Transfers ownership to another member and makes the owner an admin (accounts-15): at once in a charity that was never
 * verified; otherwise after 72 hours, or for its last owner after a decision of two staff members. Requires a recent
 * proof of identity. Mails all owners and the new one.
 */
export async function transferOwnership(
  ports: CharityPorts,
  viewer: AccountViewer,
  context: RequestContext,
  ids: { readonly organizationId: bigint; readonly accountId: string },
): Promise<ControlResult> {
  const { charity } = await authorizeForCharity(ports, viewer, ids.organizationId, 'ownership')
  await requireControl(ports, viewer)
  return ports.write(async (tx) => {
    const locked = await lockCharity(tx, charity.id)
    const next = locked.members.find(({ accountId }) => accountId === ids.accountId)
    if (!next || next.accountId === viewer.accountId) throw new Problem('not-found', 'not-found')
    // A concurrent call may have removed the role since it was read.
    if (!locked.members.some(({ accountId, role }) => accountId === viewer.accountId && role === 'owner'))
      throw new Problem('authorization', 'not-allowed')
    const change = { ownerId: viewer.accountId, role: 'admin' as const, successorId: next.accountId }
    return changeOwnership(ports, tx, { ...locked, byId: viewer.accountId, ip: context.ip, change })
  })
}
