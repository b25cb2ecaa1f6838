import { organizationsOfMember, findOwnOrganizations, findOrganizations } from '#modules/causes/organizations/index.ts'
import { verificationStateAt } from '#modules/causes/organizations/rules/verification.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { required } from '#shared/collections.ts'
import { Problem } from '#shared/problem.ts'
import { organizationPart } from '../page/organization-view.ts'
import type { CharityPorts } from '../ports.ts'

/** Lists the charities of which an account is a member. Throws 404 for another account's id (S2 §7). */
export async function listOwnOrganizations(ports: CharityPorts, viewer: AccountViewer, userId: string) {
  if (userId !== viewer.accountId) throw new Problem('not-found', 'not-found')
  const memberships = await organizationsOfMember(ports.db, viewer.accountId, ports.clock())
  if (memberships.length === 0) throw new Problem('not-found', 'no-organization')
  const ids = memberships.map(({ id }) => id)
  const [own, verified] = await Promise.all([findOwnOrganizations(ports.db, ids), findOrganizations(ports.db, ids)])
  const now = ports.clock()
  return memberships.map(({ id: organizationId, role }) => {
    const organization = required(
      own.find(({ id }) => id === organizationId),
      'charity',
    )
    const verification = required(
      verified.find(({ id }) => id === organizationId),
      'charity',
    )
    return {
      ...organizationPart(organization),
      email: organization.email,
      role,
      verification: {
        state: verificationStateAt(verification, now),
        until: verification.verifiedUntil,
      },
    }
  })
}
