import {
  findOrganizationForStaff,
  memberRoleIn,
  assertTwoFactors,
  type StaffOrganization,
} from '#modules/causes/organizations/index.ts'
import { refusalAfterClosing } from '#modules/causes/organizations/rules/closing.ts'
import { canDo } from '#modules/causes/organizations/rules/roles.ts'
import {
  type AccountViewer,
  requireRecentAuthentication,
  type TwoFactorPolicy,
} from '#modules/platform/identity/index.ts'
import { Problem } from '#shared/problem.ts'
import type { ClaimPorts } from './ports.ts'

/**
 * Returns the charity if the account is its owner or finance member (gift-aid-16). Throws 404 for accounts that aren't
 * members, which must learn nothing about the charity (security-3). Changes and downloads also need a recent proof of
 * identity. A closed charity can only read.
 */
export async function authorizeForClaims(
  ports: Pick<ClaimPorts, 'db' | 'clock'> & TwoFactorPolicy,
  viewer: AccountViewer,
  organizationId: bigint,
  how: 'reading' | 'requesting' | 'exporting' | 'changing',
): Promise<StaffOrganization> {
  const role = await memberRoleIn(ports.db, viewer.accountId, organizationId)
  const charity = role && (await findOrganizationForStaff(ports.db, organizationId))
  if (!role || !charity) throw new Problem('not-found', 'charity-not-found')
  const refusal = refusalAfterClosing(charity.closedAt, {
    now: ports.clock(),
    isReading: how === 'reading' || how === 'exporting',
  })
  if (refusal === 'over') throw new Problem('not-found', 'charity-not-found')
  if (!canDo(role, 'gift-aid')) throw new Problem('authorization', 'not-allowed')
  if (refusal) throw new Problem('conflict', refusal)
  await assertTwoFactors(ports, viewer, { organizationId, role })
  if (how === 'exporting' || how === 'changing') requireRecentAuthentication(ports, viewer)
  return charity
}
