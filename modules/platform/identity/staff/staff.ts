import type { RequestContext, StaffRole } from '#shared/endpoint.ts'
import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import { type NotificationPorts, queueMails } from '#modules/platform/notifications/index.ts'
import { deleteSessionsOf } from '../account-queries.ts'
import { requireRecentAuthentication } from '../login/recent-authentication.ts'
import { findAccountByEmail } from '../queries.ts'
import { rolesMail } from './roles-mail.ts'
import { normalizeEmail } from '../rules/email.ts'
import { lockAdmins, lockForRoles, type StaffMember, updateRoles } from './staff-queries.ts'
import { isRestricted } from '../two-factor/factor-removals.ts'
import type { AccountViewer } from '../viewer.ts'

/**
 * Finds the account that has confirmed this email, for an admin who is about to assign roles. The lookup is audited,
 * whether or not it finds one.
 */
export async function lookUpAccount(
  ports: Ports,
  viewer: AccountViewer,
  context: RequestContext,
  email: string,
): Promise<StaffMember> {
  const account = await findAccountByEmail(ports.db, normalizeEmail(email))
  const object = account ? `account:${account.id}` : 'account:unknown'
  await ports.write((tx) =>
    record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'identity.account-looked-up',
      object,
      at: ports.clock(),
      ip: context.ip,
    }),
  )
  if (!account)
    throw new Problem('not-found', 'account-not-found', { fields: { email: { code: 'account-not-found' } } })
  const { passwordHash: _, ...member } = account
  return member
}

/**
 * Replaces the staff roles of an account. Its sessions end, because they were opened with other rights (security-1),
 * including the admin's own if it is their account, and a mail lists the roles. At least one admin always remains.
 */
export async function changeRoles(
  ports: NotificationPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: { readonly accountId: string; readonly roles: readonly StaffRole[] },
): Promise<StaffMember> {
  requireRecentAuthentication(ports, viewer)
  if (await isRestricted(ports, viewer.accountId)) throw new Problem('authorization', 'factor-removed-lately')
  const roles = [...new Set(input.roles)].toSorted()
  return ports.write(async (tx) => {
    const admins = await lockAdmins(tx)
    const account = await lockForRoles(tx, input.accountId)
    if (!account) throw new Problem('not-found', 'account-not-found')
    // Checked again with the admins locked: an admin who just lost the role can't assign roles.
    if (!admins.some(({ id }) => id === viewer.accountId)) throw new Problem('authorization', 'not-allowed')
    if (!roles.includes('admin') && admins.every(({ id }) => id === account.id))
      throw new Problem('conflict', 'last-admin')
    const before = account.roles.toSorted()
    if (before.join() === roles.join()) return account
    await updateRoles(tx, account.id, roles)
    const sessionsEnded = await deleteSessionsOf(tx, account.id)
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'identity.roles-changed',
      object: `account:${account.id}`,
      at: ports.clock(),
      ip: context.ip,
      details: { before, after: roles, sessionsEnded },
    })
    await queueMails(tx, await rolesMail(ports, tx, { accountId: account.id, roles }), ports.clock())
    return { ...account, roles }
  })
}
