import { type MemberRole, memberRoles } from '#modules/causes/organizations/rules/roles.ts'

/** Roles of a fundraiser's team, most powerful first. */
export const teamRoles = ['organizer', 'editor', 'viewer'] as const

type RoleHolder = { readonly accountId: string; readonly role: string }

/**
 * Whether a team still has a responsible member if one changes role or leaves (`to` undefined). A fundraiser needs an
 * organizer, a charity an owner.
 */
export function hasResponsibleMember(
  team: readonly RoleHolder[],
  accountId: string,
  to: string | undefined,
  head: 'organizer' | 'owner',
): boolean {
  const after = team.map((member) => (member.accountId === accountId ? to : member.role))
  return !team.some(({ role }) => role === head) || after.includes(head)
}

/** Days that an invitation is valid. */
export const invitationDays = 7
/** Maximum of open invitations for each team. */
export const openInvitationsMax = 30

/** Returns the roles that a member can assign: an owner all, an admin those up to their own. */
export function memberRolesOf(own: string): readonly MemberRole[] {
  if (own === 'owner') return memberRoles
  return own === 'admin' ? memberRoles.slice(1) : []
}
