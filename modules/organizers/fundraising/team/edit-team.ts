import { record } from '#modules/platform/audit/index.ts'
import {
  campaignRunBy,
  changeTeamMember,
  deleteTeamMember,
  isPersonal,
  listTeam,
  lockTeam,
  type TeamMember,
  type TeamRole,
} from '#modules/causes/campaigns/index.ts'
import { canAct } from '#modules/causes/campaigns/rules/acts.ts'
import { type AccountViewer, findAccount } from '#modules/platform/identity/index.ts'
import { normalizeName } from '#modules/platform/identity/rules/name.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Db, Ports, Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { type InvitationRequest, invite } from './invite.ts'
import type { FundraisingPorts } from '../ports.ts'
import { endInvitations, type Invitation, openInvitations } from '../queries/invitations.ts'
import { hasResponsibleMember } from '../rules/team.ts'

const nameMax = 60

/** Normalizes a public name or role to one line. */
const publicWords = (typed: string, field: string): string => {
  const words = normalizeName(typed)
  if (words.length > nameMax)
    throw new Problem('validation', 'invalid-input', {
      fields: { [field]: { code: 'text-too-long', params: { max: nameMax } } },
    })
  return words
}

export type Person = {
  readonly accountId: string
  readonly name: string
  readonly email: string
  readonly role: string
}
/** Returns the names of accounts, without erased ones. */
export async function peopleOf<Held extends { accountId: string; role: string }>(
  db: Db,
  members: readonly Held[],
): Promise<(Held & Person)[]> {
  const accounts = await Promise.all(members.map(({ accountId }) => findAccount(db, accountId)))
  return members.flatMap((one, place) => {
    const account = accounts[place]
    return account ? [{ ...one, name: `${account.firstName} ${account.lastName}`.trim(), email: account.email }] : []
  })
}

/** Returns a fundraiser's team. Only members who can change it see email addresses and open invitations. */
export async function readTeam(ports: Ports, viewer: AccountViewer, campaignId: bigint) {
  const { id, parts } = await campaignRunBy(ports, viewer, campaignId, 'look')
  const canChange = canAct(parts, 'team')
  const people = await peopleOf(ports.db, await listTeam(ports.db, id))
  const invitations: Invitation[] = canChange ? await openInvitations(ports.db, { campaignId: id }, ports.clock()) : []
  return {
    canChange,
    people: people.map((one) => (canChange ? one : { ...one, email: '' })),
    invitations,
    ownId: viewer.accountId,
  }
}

/** Invites a person to a team by mail (permission `team`). */
export async function inviteToTeam(
  ports: FundraisingPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: { readonly campaignId: bigint; readonly asked: InvitationRequest & { role: TeamRole } },
): Promise<void> {
  const { id, name } = await campaignRunBy(ports, viewer, input.campaignId, 'team')
  const request = {
    ...input.asked,
    publicName: publicWords(input.asked.publicName, 'publicName'),
    publicRole: publicWords(input.asked.publicRole, 'publicRole'),
  }
  await invite(ports, viewer, context, { to: { campaignId: id }, title: name, asked: request })
}

export async function withdrawInvitation(
  ports: Ports,
  viewer: AccountViewer,
  ids: { readonly campaignId: bigint; readonly invitationId: string },
): Promise<void> {
  const { id } = await campaignRunBy(ports, viewer, ids.campaignId, 'team')
  if (!(await ports.write((tx) => endInvitations(tx, { campaignId: id }, { id: ids.invitationId, at: ports.clock() }))))
    throw new Problem('not-found', 'not-found')
}

/**
 * Throws if the last organizer of a personal fundraiser would leave (`to` undefined) or change role. A charity's own
 * fundraiser needs no organizer.
 */
export async function assertOrganizerRemains(
  tx: Tx,
  campaignId: bigint,
  team: readonly TeamMember[],
  accountId: string,
  to: TeamRole | undefined,
): Promise<void> {
  if (!hasResponsibleMember(team, accountId, to, 'organizer') && (await isPersonal(tx, campaignId)))
    throw new Problem('conflict', 'last-organizer')
}

/**
 * Changes a member's role, public name and role title. Members change their own public name and title; roles require
 * the permission `team`. The last organizer of a personal fundraiser can't change role. Ends the invitations of a
 * member who can no longer invite.
 */
export async function changeTeam(
  ports: Ports,
  viewer: AccountViewer,
  context: RequestContext,
  input: {
    readonly campaignId: bigint
    readonly accountId: string
    readonly role: TeamRole
    readonly publicName: string
    readonly publicRole: string
  },
): Promise<void> {
  const { id, parts } = await campaignRunBy(ports, viewer, input.campaignId, 'look')
  const [publicName, publicRole] = [
    publicWords(input.publicName, 'publicName'),
    publicWords(input.publicRole, 'publicRole'),
  ]
  const instant = ports.clock()
  await ports.write(async (tx) => {
    const team = await lockTeam(tx, id)
    const member = team.find(({ accountId }) => accountId === input.accountId)
    if (!member) throw new Problem('not-found', 'not-found')
    const isOwn = input.accountId === viewer.accountId && member.role === input.role
    if (!isOwn && !canAct(parts, 'team')) throw new Problem('authorization', 'not-allowed')
    await assertOrganizerRemains(tx, id, team, input.accountId, input.role)
    await changeTeamMember(tx, { campaignId: id, accountId: input.accountId, role: input.role, publicName, publicRole })
    if (member.role === 'organizer' && input.role !== 'organizer')
      await endInvitations(tx, { campaignId: id }, { invitedBy: input.accountId, at: instant })
    if (member.role !== input.role)
      await record(tx, {
        actor: { kind: 'account', id: viewer.accountId },
        act: 'fundraising.role-changed',
        object: `campaign:${id}`,
        at: instant,
        ip: context.ip,
        details: { accountId: input.accountId, from: member.role, to: input.role },
      })
  })
}

/** Removes a member with their invitations, or lets them leave; the last organizer of a personal fundraiser can't. */
export async function leaveTeam(
  ports: Ports,
  viewer: AccountViewer,
  context: RequestContext,
  ids: { readonly campaignId: bigint; readonly accountId: string },
): Promise<void> {
  const isOwn = ids.accountId === viewer.accountId
  const { id } = await campaignRunBy(ports, viewer, ids.campaignId, isOwn ? 'look' : 'team')
  await ports.write(async (tx) => {
    const team = await lockTeam(tx, id)
    if (!team.some(({ accountId }) => accountId === ids.accountId)) throw new Problem('not-found', 'not-found')
    await assertOrganizerRemains(tx, id, team, ids.accountId, undefined)
    await deleteTeamMember(tx, { campaignId: id, accountId: ids.accountId })
    await endInvitations(tx, { campaignId: id }, { invitedBy: ids.accountId, at: ports.clock() })
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: isOwn ? 'fundraising.left' : 'fundraising.removed',
      object: `campaign:${id}`,
      at: ports.clock(),
      ip: context.ip,
      details: { accountId: ids.accountId },
    })
  })
}
