import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { requireSecondFactor, type TwoFactorPolicy } from '#modules/platform/identity/index-two-factor.ts'
import type { Ports } from '#shared/ports.ts'
import { findOrganizations } from './queries/organizations.ts'
import type { MemberRole } from './rules/roles.ts'
import { needsSecondFactor } from './rules/second-factor.ts'

/** The policy is missing where only rules of campaigns are tested: then one factor is enough. */
type FactorPorts = Pick<Ports, 'db'> & Partial<TwoFactorPolicy>

/**
 * Refuses with 403 `two-factor-required` a member whose role needs two factors and whose session has shown one
 * (accounts-14). A charity that never asked for its verification needs none.
 */
export async function refuseOneFactor(
  ports: FactorPorts,
  viewer: Pick<AccountViewer, 'hasSecondFactor'>,
  input: { readonly organizationId: bigint; readonly role: MemberRole },
): Promise<void> {
  if (!ports.isTwoFactorRequired || viewer.hasSecondFactor) return
  const [organization] = await findOrganizations(ports.db, [input.organizationId])
  if (organization && needsSecondFactor(input.role, organization.verificationState))
    requireSecondFactor({ isTwoFactorRequired: true }, viewer)
}
