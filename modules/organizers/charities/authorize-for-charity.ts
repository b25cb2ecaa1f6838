import { record } from '#modules/platform/audit/index.ts'
import type { AccountViewer, TwoFactorPolicy } from '#modules/platform/identity/index.ts'
import {
  findOrganizationForStaff,
  type StaffOrganization,
  memberRoleIn,
  assertTwoFactors,
  assertNoPendingChange,
} from '#modules/causes/organizations/index.ts'
import { refusalAfterClosing } from '#modules/causes/organizations/rules/closing.ts'
import { canDo, type MemberRole, type OrganizationAct } from '#modules/causes/organizations/rules/roles.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Ports, Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'

/** What no member can do while a change of the charity's ownership waits (accounts-15). */
const frozenActs: readonly OrganizationAct[] = ['api-keys', 'bank', 'embeds', 'members', 'ownership', 'webhooks']

/**
 * Returns the charity if the member's role allows the act. Throws 404 for accounts that aren't members, which must
 * learn nothing about the charity (security-3), and 403 for a role that doesn't allow it. The role is read on each
 * call, so a lost role counts at once (accounts-13). A closed charity is read-only for 90 days (content-34).
 */
export async function authorizeForCharity(
  ports: Pick<Ports, 'db' | 'clock'> & TwoFactorPolicy,
  viewer: AccountViewer,
  organizationId: bigint,
  act: OrganizationAct,
  how: 'reading' | 'changing' = 'changing',
): Promise<{ readonly charity: StaffOrganization; readonly role: MemberRole }> {
  const role = await memberRoleIn(ports.db, viewer.accountId, organizationId)
  const charity = role && (await findOrganizationForStaff(ports.db, organizationId))
  if (!role || !charity) throw new Problem('not-found', 'charity-not-found')
  const isReading = how === 'reading' || act === 'read' || act === 'audit'
  const refusal = refusalAfterClosing(charity.closedAt, { now: ports.clock(), isReading })
  if (refusal === 'over') throw new Problem('not-found', 'charity-not-found')
  if (!canDo(role, act)) throw new Problem('authorization', 'not-allowed')
  if (refusal) throw new Problem('conflict', refusal)
  await assertTwoFactors(ports, viewer, { organizationId, role })
  if (!isReading && frozenActs.includes(act)) await assertNoPendingChange(ports.db, organizationId)
  return { charity, role }
}

/** Writes an account's act on a charity to the audit log. */
export const recordAct = (
  tx: Tx,
  input: {
    readonly viewer: AccountViewer
    readonly context: RequestContext
    readonly organizationId: bigint
    readonly act: string
    readonly at: Date
    readonly details?: object
  },
) =>
  record(tx, {
    actor: { kind: 'account', id: input.viewer.accountId },
    act: `charities.${input.act}`,
    object: `organization:${input.organizationId}`,
    at: input.at,
    ip: input.context.ip,
    details: { ...input.details },
  })
