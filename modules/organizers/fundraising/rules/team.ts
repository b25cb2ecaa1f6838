import { type MemberRole, memberRoles } from '#modules/causes/organizations/rules/roles.ts'

/** Roles of a fundraiser's team, most powerful first. */
export const teamRoles = ['organizer', 'editor', 'viewer'] as const

type Held = { readonly accountId: string; readonly role: string }

/**
 * Whether a team keeps somebody who answers for it when one of them gets another role, or leaves (`to` undefined): the
 * last organizer of a fundraiser stays, and so does the last owner of a charity.
 */
export function keepsItsHead(
  team: readonly Held[],
  accountId: string,
  to: string | undefined,
  head: 'organizer' | 'owner',
): boolean {
  const after = team.map((member) => (member.accountId === accountId ? to : member.role))
  return !team.some(({ role }) => role === head) || after.includes(head)
}

/** Days an invitation by mail can be accepted. */
export const invitationDays = 7
/** Invitations a team may have open at once. */
export const openInvitationsMax = 30

/** Roles a charity's member may give: an owner all of them, an admin none above their own. */
export function memberRolesOf(own: string): readonly MemberRole[] {
  if (own === 'owner') return memberRoles
  return own === 'admin' ? memberRoles.slice(1) : []
}
