import { canAct } from '#modules/causes/campaigns/rules/acts.ts'
import { canDo, type MemberRole } from '#modules/causes/organizations/rules/roles.ts'
import type { OrganizationScope } from '#shared/api-keys/scopes.ts'

/** Whether a member with a role may make the calls of each scope. */
const canUse: Readonly<Record<OrganizationScope, (role: MemberRole) => boolean>> = {
  'donations:read': (role) => canDo(role, 'donors'),
  'donors:read': (role) => canDo(role, 'donors'),
  'plans:read': (role) => canDo(role, 'donors'),
  'payouts:read': (role) => canDo(role, 'bank'),
  'pages:read': (role) => canDo(role, 'read'),
  'figures:read': (role) => canDo(role, 'figures'),
  'offline-donations:read': (role) => canAct([`charity-${role}`], 'offline'),
  'offline-donations:write': (role) => canAct([`charity-${role}`], 'offline'),
  'webhooks:write': (role) => canDo(role, 'webhooks'),
}

/** Roles that a key may have, weakest first; a key is never an owner. */
const keyRoles = ['editor', 'donor-support', 'finance', 'admin'] as const satisfies readonly MemberRole[]
type KeyRole = (typeof keyRoles)[number]

/** Returns the weakest member role that may make all calls of these scopes (security-21). */
export const keyRoleFor = (scopes: readonly OrganizationScope[]): KeyRole =>
  keyRoles.find((role) => scopes.every((scope) => canUse[scope](role))) ?? 'admin'
