import { record } from '#modules/platform/audit/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { assertNotOwnCharity } from '#modules/causes/campaigns/index.ts'
import { findOrganizationForStaff, type StaffOrganization } from '#modules/causes/organizations/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { mailAboutHold } from './mails/payout-mails.ts'
import type { PayoutPorts } from './ports.ts'
import { findStaffHold } from './queries/charity.ts'

type Call = { readonly viewer: AccountViewer; readonly context: Pick<RequestContext, 'ip'> }

/** Finds a charity that staff decide about, which mustn't be their own. */
export async function findDecidedCharity(tx: Tx, viewer: AccountViewer, organizationId: bigint) {
  const charity = await findOrganizationForStaff(tx, organizationId)
  if (!charity) throw new Problem('not-found', 'charity-not-found')
  await assertNotOwnCharity(tx, viewer.accountId, { organizationIds: [organizationId] })
  return charity
}

const recordAct = (
  tx: Tx,
  { viewer, context }: Call,
  input: { readonly act: string; readonly charity: StaffOrganization; readonly at: Date; readonly details: object },
) =>
  record(tx, {
    actor: { kind: 'account', id: viewer.accountId },
    act: `payouts.${input.act}`,
    object: `organization:${input.charity.id}`,
    at: input.at,
    ip: context.ip,
    details: { ...input.details },
  })

/** Holds all payouts of a charity as staff finance, with a reason that its members receive (payouts-3). */
export async function setHold(
  ports: PayoutPorts,
  call: Call,
  { organizationId, reason }: { readonly organizationId: bigint; readonly reason: string },
): Promise<void> {
  await ports.write(async (tx) => {
    const charity = await findDecidedCharity(tx, call.viewer, organizationId)
    if (await findStaffHold(tx, organizationId)) throw new Problem('conflict', 'payout-hold-set')
    const [id, instant] = [ports.newId(), ports.clock()]
    await tx
      .insertInto('payouts.hold')
      .values({ id, organization_id: organizationId, reason, set_at: instant, set_by: call.viewer.accountId })
      .execute()
    await recordAct(tx, call, { act: 'hold-set', charity, at: instant, details: { hold: id, reason } })
    await mailAboutHold(ports, tx, { id, charity, kind: 'hold-set', reason })
  })
}

/** Lifts the hold that staff set on a charity. */
export async function liftHold(ports: PayoutPorts, call: Call, organizationId: bigint): Promise<void> {
  await ports.write(async (tx) => {
    const charity = await findDecidedCharity(tx, call.viewer, organizationId)
    const hold = await findStaffHold(tx, organizationId)
    if (!hold) throw new Problem('not-found', 'payout-hold-not-found')
    const instant = ports.clock()
    await tx
      .updateTable('payouts.hold')
      .set({ lifted_at: instant, lifted_by: call.viewer.accountId })
      .where('id', '=', hold.id)
      .where('lifted_at', 'is', null)
      .execute()
    await recordAct(tx, call, { act: 'hold-lifted', charity, at: instant, details: { hold: hold.id } })
    await mailAboutHold(ports, tx, { id: hold.id, charity, kind: 'hold-lifted', reason: hold.reason })
  })
}

/** Sets the reserve percentage of a charity from now on, with a reason (payouts-5). */
export async function setReservePercent(
  ports: PayoutPorts,
  call: Call,
  input: { readonly organizationId: bigint; readonly percent: number; readonly reason: string },
): Promise<void> {
  await ports.write(async (tx) => {
    const charity = await findDecidedCharity(tx, call.viewer, input.organizationId)
    const instant = ports.clock()
    await tx
      .insertInto('payouts.reserve_percent')
      .values({
        organization_id: input.organizationId,
        from_at: instant,
        percent: input.percent,
        reason: input.reason,
        set_by: call.viewer.accountId,
      })
      .execute()
    const details = { percent: input.percent, reason: input.reason }
    await recordAct(tx, call, { act: 'reserve-percent-set', charity, at: instant, details })
  })
}
