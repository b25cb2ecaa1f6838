import type { RequestContext } from '#shared/endpoint.ts'
import { type Fault, Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import { findAccount, lockPreferences, updateName, updatePreferences } from './account-queries.ts'
import { checkPersonName, normalizeName } from './rules/name.ts'
import { type Properties, readProperties } from './rules/preferences.ts'
import type { PreferenceChanges } from './rules/preference-cookies.ts'
import type { AccountViewer, IdentityPorts } from './viewer.ts'

/** Returns the signed-in user in the specification's spelling (S1 §3, S2 §7). */
export async function currentUser(ports: IdentityPorts, viewer: AccountViewer) {
  const account = await findAccount(ports.db, viewer.accountId)
  if (!account) throw new Problem('authentication', 'session-ended')
  return {
    'user-id': account.id,
    'first-name': account.firstName,
    'last-name': account.lastName,
    email: account.email,
    emailConfirmed: account.emailConfirmedAt !== null,
    hasPassword: account.passwordHash !== null,
    roles: [...account.roles],
    preferences: readProperties(account.preferences),
  }
}

export async function changeName(
  ports: IdentityPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: { firstName: string; lastName: string },
): Promise<{ firstName: string; lastName: string }> {
  const found: Record<string, Fault | undefined> = {
    firstName: checkPersonName(input.firstName, 'first'),
    lastName: checkPersonName(input.lastName, 'last'),
  }
  const fields = Object.fromEntries(Object.entries(found).flatMap(([field, fault]) => (fault ? [[field, fault]] : [])))
  if (Object.keys(fields).length > 0) throw new Problem('validation', 'invalid-input', { fields })
  const name = { firstName: normalizeName(input.firstName), lastName: normalizeName(input.lastName) }
  await ports.write(async (tx) => {
    await updateName(tx, viewer.accountId, name)
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'identity.name-changed',
      object: `account:${viewer.accountId}`,
      at: ports.clock(),
      ip: context.ip,
    })
  })
  return name
}

/** Reads the stored preferences of an account. */
export const getPreferences = async (ports: Pick<IdentityPorts, 'db'>, accountId: string): Promise<Properties> =>
  readProperties((await findAccount(ports.db, accountId))?.preferences)

/**
 * Changes the named preferences and keeps the others; only those of `rules/properties.ts` exist (security-13). `null`
 * clears one in every session.
 */
export async function savePreferences(
  ports: IdentityPorts,
  accountId: string,
  changes: PreferenceChanges,
): Promise<Properties> {
  return ports.write(async (tx) => {
    const preferences = (await lockPreferences(tx, accountId))?.preferences
    const known = readProperties(preferences)
    const named = Object.entries(changes).filter(([, value]) => value !== undefined)
    const next = readProperties({ ...known, ...Object.fromEntries(named) })
    const others = typeof preferences === 'object' && preferences !== null ? preferences : {}
    const cleared = Object.fromEntries(named.filter(([, value]) => value === null))
    const whole = { ...others, ...next, ...cleared }
    await updatePreferences(tx, accountId, whole, next.language)
    return next
  })
}
