import { type AccountViewer, requireSecondFactor, type TwoFactorPolicy } from '#modules/platform/identity/index.ts'
import type { Ports } from '#shared/ports.ts'
import { findOrganizations } from './queries/organizations.ts'
import type { MemberRole } from './rules/roles.ts'
import { needsSecondFactor } from './rules/second-factor.ts'

/** The policy is missing in tests of campaign rules; then one factor is enough. */
type FactorPorts = Pick<Ports, 'db'> & Partial<TwoFactorPolicy>

/**
 * Throws 403 `two-factor-required` for a member whose role needs two factors and whose session has only one
 * (accounts-14). A charity that never requested its verification needs none.
 */
export async function assertTwoFactors(
  ports: FactorPorts,
  viewer: Pick<AccountViewer, 'hasSecondFactor'>,
  input: { readonly organizationId: bigint; readonly role: MemberRole },
): Promise<void> {
  if (!ports.isTwoFactorRequired || viewer.hasSecondFactor) return
  const [organization] = await findOrganizations(ports.db, [input.organizationId])
  if (organization && needsSecondFactor(input.role, organization.verificationState))
    requireSecondFactor({ isTwoFactorRequired: true }, viewer)
}
