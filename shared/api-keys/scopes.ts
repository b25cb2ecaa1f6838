/** Scopes that a key of a charity may have; such a key acts as a member of the charity (security-21). */
export const organizationScopes = [
  'donations:read',
  'donors:read',
  'plans:read',
  'payouts:read',
  'pages:read',
  'figures:read',
  'offline-donations:read',
  'offline-donations:write',
  'webhooks:write',
] as const
export type OrganizationScope = (typeof organizationScopes)[number]

/** Scopes that a key of an account may have; such a key acts as the account, on its own records only. */
export const accountScopes = ['own-donations:read', 'own-plans:read', 'own-receipts:read'] as const
type AccountScope = (typeof accountScopes)[number]

/** What an API key may be used for: a thing and `read` or `write`. A call without a scope is closed to keys. */
export type Scope = OrganizationScope | AccountScope

/** Whether a scope belongs to keys of a charity. */
export const isOrganizationScope = (scope: string): scope is OrganizationScope =>
  (organizationScopes as readonly string[]).includes(scope)

const all: readonly string[] = [...organizationScopes, ...accountScopes]

/** Whether a text is a scope. A stored scope may be one of another version. */
export const isScope = (text: string): text is Scope => all.includes(text)
