import { required } from '#shared/collections.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import { type Fault, Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import { deleteSessionsOf, findAccount, updatePassword } from './account-queries.ts'
import { endSessionOf } from './end-session.ts'
import { queueAccountMail } from './email/request-mail.ts'
import { restorePreviousEmail } from './email/change-email.ts'
import { checkOwnPassword } from './check-own-password.ts'
import { type OpenedSession, openSessionIn } from './login/log-in.ts'
import { deleteOtherSignInMethods } from './login/external-queries.ts'
import { invalidateAccessLinks } from './email/mail-queries.ts'
import { hashPassword } from './passwords.ts'
import { findCode, rejectTakenEmail, useCode } from './email/email-codes.ts'
import { requireRecentAuthentication } from './login/recent-authentication.ts'
import { normalizeEmail } from './rules/email.ts'
import { checkPassword } from './rules/password.ts'
import type { AccountViewer, IdentityPorts, Viewer } from './viewer.ts'

type Person = {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly passwordHash: string | null
}

/**
 * Sets a new password with the code of a mail (S2 §7 `setPassword`). It confirms the email, or restores the account's
 * previous one, ends every session, and opens a new one here.
 */
export async function setPassword(
  ports: IdentityPorts,
  viewer: Viewer,
  context: RequestContext,
  input: { code: string; password: string },
): Promise<OpenedSession> {
  const held = await findCode(ports, input.code, ['set-password', 'confirm-email', 'undo-email'])
  assertStrongPassword(input.password, held)
  const passwordHash = await hash(ports, input.password)
  const isTakenBack = held.purpose === 'undo-email'
  const isSameBrowser = viewer.kind === 'account' && viewer.accountId === held.accountId
  const opened = ports.write(async (tx) => {
    if (isTakenBack) await restorePreviousEmail(ports, tx, context, held)
    else await useCode(ports, tx, context, held)
    // As with a link: sign-in methods added before the email was confirmed, or after another person changed it, may be
    // that person's.
    if (isTakenBack || (!held.emailConfirmedAt && !isSameBrowser)) await deleteOtherSignInMethods(tx, held.accountId)
    await endSessionOf(tx, viewer)
    return write(ports, tx, context, { accountId: held.accountId, person: held, passwordHash, isMailed: true })
  })
  return rejectTakenEmail(opened)
}

/**
 * Changes the password of a signed-in account with the old one or, if there is none, shortly after logging in. Other
 * sessions end and all earlier mailed links become invalid, because a password is often changed after an intruder had
 * access.
 */
export async function changePassword(
  ports: IdentityPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: { currentPassword?: string | undefined; password: string },
): Promise<OpenedSession> {
  const account = await findAccount(ports.db, viewer.accountId)
  if (!account) throw new Problem('authentication', 'session-ended')
  const missing: Record<string, Fault> =
    account.passwordHash && !input.currentPassword ? { currentPassword: { code: 'password-missing' } } : {}
  const weak = faultOf(input.password, account)
  if (weak || missing.currentPassword)
    throw new Problem('validation', 'invalid-input', { fields: { ...missing, ...(weak ? { password: weak } : {}) } })
  if (account.passwordHash)
    await checkOwnPassword(ports, context, {
      accountId: account.id,
      passwordHash: account.passwordHash,
      password: required(input.currentPassword),
      field: 'currentPassword',
    })
  else requireRecentAuthentication(ports, viewer)
  const passwordHash = await hash(ports, input.password)
  // No mail about the password goes to an unconfirmed address, which may be another person's.
  const isMailed = account.emailConfirmedAt !== null
  return ports.write(async (tx) => {
    await invalidateAccessLinks(tx, account.id, ports.clock())
    return write(ports, tx, context, { accountId: account.id, person: account, passwordHash, isMailed })
  })
}

const hash = (ports: IdentityPorts, password: string) =>
  hashPassword(password, Buffer.from(ports.newToken(16), 'base64url'))

const faultOf = (password: string, person: Person): Fault | undefined =>
  password === ''
    ? { code: 'password-missing' }
    : checkPassword(password, { email: person.email, name: `${person.firstName} ${person.lastName}` })

function assertStrongPassword(password: string, person: Person): void {
  const fault = faultOf(password, person)
  if (fault) throw new Problem('validation', 'invalid-input', { fields: { password: fault } })
}

async function write(
  ports: IdentityPorts,
  tx: Tx,
  context: RequestContext,
  input: { accountId: string; person: Person; passwordHash: string; isMailed: boolean },
): Promise<OpenedSession> {
  const { accountId, person } = input
  const isFirst = person.passwordHash === null
  await updatePassword(tx, accountId, input.passwordHash)
  const sessionsEnded = await deleteSessionsOf(tx, accountId)
  await record(tx, {
    actor: { kind: 'account', id: accountId },
    act: isFirst ? 'identity.password-set' : 'identity.password-changed',
    object: `account:${accountId}`,
    at: ports.clock(),
    ip: context.ip,
    details: { sessionsEnded },
  })
  const kind = isFirst ? 'password-set' : 'password-changed'
  if (input.isMailed)
    await queueAccountMail(ports, tx, {
      kind,
      emailKey: normalizeEmail(person.email),
      accountId,
      locale: context.locale,
    })
  const account = { id: accountId, firstName: person.firstName, lastName: person.lastName }
  return { ...(await openSessionIn(ports, tx, context, accountId)), account }
}
