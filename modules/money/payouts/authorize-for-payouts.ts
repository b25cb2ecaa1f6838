import { findOrganizationForStaff, type StaffOrganization } from '#modules/causes/organizations/index.ts'
import { memberRoleIn, assertTwoFactors, requireControl } from '#modules/causes/organizations/index.ts'
import { assertNoPendingChange } from '#modules/causes/organizations/index.ts'
import { refusalAfterClosing } from '#modules/causes/organizations/rules/closing.ts'
import { canDo } from '#modules/causes/organizations/rules/roles.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { Problem } from '#shared/problem.ts'
import type { PayoutPorts } from './ports.ts'

/**
 * Returns the charity if the account may read or request its payouts: it is an owner, admin or finance member. Throws
 * 404 for accounts that aren't members, which must learn nothing about the charity (security-3). Requesting also needs
 * a recent proof of identity, and waits for a change of the ownership (accounts-15).
 */
export async function authorizeForPayouts(
  ports: PayoutPorts,
  viewer: AccountViewer,
  organizationId: bigint,
  how: 'reading' | 'requesting',
): Promise<StaffOrganization> {
  const role = await memberRoleIn(ports.db, viewer.accountId, organizationId)
  const charity = role && (await findOrganizationForStaff(ports.db, organizationId))
  if (!role || !charity) throw new Problem('not-found', 'charity-not-found')
  // A closed charity is read-only for 90 days; the job drafts its last payouts (payouts-11).
  const refusal = refusalAfterClosing(charity.closedAt, { now: ports.clock(), isReading: how === 'reading' })
  if (refusal === 'over') throw new Problem('not-found', 'charity-not-found')
  if (!canDo(role, 'bank')) throw new Problem('authorization', 'not-allowed')
  if (refusal) throw new Problem('conflict', refusal)
  await assertTwoFactors(ports, viewer, { organizationId, role })
  assertPayoutsEnabled(ports)
  if (how === 'requesting') {
    await requireControl(ports, viewer)
    await assertNoPendingChange(ports.db, organizationId)
  }
  return charity
}

/** Throws 409 if this site doesn't pay out. */
export function assertPayoutsEnabled({ payouts }: Pick<PayoutPorts, 'payouts'>): void {
  if (payouts === 'none') throw new Problem('conflict', 'payouts-unavailable')
}
