import { type AccountViewer, requireRecentAuthentication } from '#modules/platform/identity/index.ts'
import { encryptForm, insertRequest, latestRequest } from '#modules/causes/organizations/index-requests.ts'
import { changeMember, lockMembers } from '#modules/causes/organizations/index-members.ts'
import { sendDocuments } from '#modules/causes/organizations/index-documents.ts'
import { registrationKey } from '#modules/causes/organizations/rules/registration.ts'
import { registrationOf } from '#modules/causes/organizations/rules/verification-form.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { authorizeForCharity, recordAct } from '../authorize-for-charity.ts'
import { mailOwners } from '../mail-owners.ts'
import type { CharityPorts } from '../ports.ts'
import { openForm } from '../verification/read-verification.ts'

/**
 * Transfers ownership to another member and makes the owner an admin; mails all owners (accounts-13). Requires a recent
 * proof of identity. For the last owner of a charity that was verified, two staff members decide on the request
 * (content-24). Returns whether the transfer is done or waits for staff.
 */
export async function transferOwnership(
  ports: CharityPorts,
  viewer: AccountViewer,
  context: RequestContext,
  ids: { readonly organizationId: bigint; readonly accountId: string },
): Promise<'done' | 'requested'> {
  const { charity } = await authorizeForCharity(ports, viewer, ids.organizationId, 'ownership')
  requireRecentAuthentication(ports, viewer)
  const instant = ports.clock()
  return ports.write(async (tx) => {
    const members = await lockMembers(tx, charity.id)
    const next = members.find(({ accountId }) => accountId === ids.accountId)
    if (!next || next.accountId === viewer.accountId) throw new Problem('not-found', 'not-found')
    // A concurrent call may have removed the role since it was read.
    if (!members.some(({ accountId, role }) => accountId === viewer.accountId && role === 'owner'))
      throw new Problem('authorization', 'not-allowed')
    const isLastOwner = members.filter(({ role }) => role === 'owner').length === 1
    const needsStaff = isLastOwner && charity.verifiedUntil !== null
    if (needsStaff) {
      if ((await latestRequest(tx, charity.id))?.state === 'open')
        throw new Problem('conflict', 'verification-requested')
      const { form } = await openForm(ports, tx, charity.id)
      const id = ports.newId()
      await insertRequest(tx, {
        id,
        organizationId: charity.id,
        kind: 'change',
        form: encryptForm(ports, charity.id, form),
        registrationKey: registrationKey(registrationOf(form, charity.country)),
        requestedAt: instant,
        requestedById: viewer.accountId,
        newOwnerId: next.accountId,
      })
      await sendDocuments(tx, charity.id, id)
    } else {
      await changeMember(tx, { organizationId: charity.id, accountId: next.accountId, role: 'owner' })
      await changeMember(tx, { organizationId: charity.id, accountId: viewer.accountId, role: 'admin' })
    }
    const act = needsStaff ? 'ownership-requested' : 'ownership-transferred'
    const details = { from: viewer.accountId, to: next.accountId }
    await recordAct(tx, { viewer, context, organizationId: charity.id, act, at: instant, details })
    await mailOwners(ports, tx, charity, { kind: act, key: `ownership.${ports.newId()}`, alsoTo: [viewer.accountId] })
    return needsStaff ? 'requested' : 'done'
  })
}
