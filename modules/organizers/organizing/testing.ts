import { insertTeamMembers } from '#modules/causes/campaigns/index.ts'
import type { TeamRole } from '#modules/causes/campaigns/tables.ts'
import type { GivingPorts } from '#modules/money/giving/ports.ts'
import { settle } from '#modules/money/giving/payment/settle.ts'
import { aClaimedAttempt, aLine, anOrder } from '#modules/money/giving/testing.ts'
import type { AccountViewer, IdentityPorts } from '#modules/platform/identity/index.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { notificationPorts } from '#modules/platform/notifications/testing.ts'
import { insertMembers, type MemberRole } from '#modules/causes/organizations/index.ts'
import type { Ports } from '#shared/ports.ts'
import type { OrganizingPorts } from './ports.ts'

/** Returns ports for tests, with an encryption key and a limit of 500.00 for one person. */
export const organizingPorts = (ports: Ports, over: Partial<OrganizingPorts> = {}): OrganizingPorts & GivingPorts =>
  ({
    ...notificationPorts(ports),
    tokenSecret: 'a secret of at least thirty-two characters',
    fieldKey: Buffer.alloc(32, 7),
    offlineReviewAbove: { '*': '500' },
    // There is no standby.
    readForExport: <T>(_: unknown, work: (reader: Ports) => T) => work(ports),
    ...over,
  }) as never

type Ground = IdentityPorts

/** Creates a logged-in member of a fundraiser's team. */
export async function aTeamMember(
  ports: Ground,
  campaignId: bigint,
  role: TeamRole = 'organizer',
  name = 'Sana',
): Promise<AccountViewer> {
  const { viewer } = await aSession(ports, { firstName: name, lastName: 'Qureshi' })
  await ports.write((tx) =>
    insertTeamMembers(tx, [{ campaignId, accountId: viewer.accountId, role, publicName: name, at: ports.clock() }]),
  )
  return viewer
}

/** Creates a logged-in member of a charity. */
export async function aCharityMember(ports: Ground, organizationId: bigint, role: MemberRole): Promise<AccountViewer> {
  const { viewer } = await aSession(ports, { firstName: role, lastName: 'Member' })
  await ports.write((tx) =>
    insertMembers(tx, [{ organizationId, accountId: viewer.accountId, role, at: ports.clock() }]),
  )
  return viewer
}

/** Creates a paid donation by a new donor; 20.00 by default. */
export async function aDonation(
  ports: Ground,
  campaignId: bigint,
  line: Parameters<typeof aLine>[2] = {},
  donor: Parameters<typeof anOrder>[1] = {},
) {
  const donationLine = aLine(ports, campaignId, line)
  const key = ports.newId()
  const attempt = await aClaimedAttempt(
    ports,
    anOrder([donationLine], { email: `${key}@example.org`, donorKey: Buffer.from(key).toString('base64'), ...donor }),
  )
  await settle(ports as unknown as GivingPorts, attempt, {
    kind: 'succeeded',
    chargeId: `ch_${donationLine.donationId}`,
    amount: attempt.amount,
    currency: 'GBP',
  })
  return { id: donationLine.donationId, intentId: attempt.intentId, email: `${key}@example.org` }
}
