import { required } from '#shared/collections.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import { deleteSessionIn, findAccount } from '../account-queries.ts'
import { queueAccountMail, canMailNewAddress } from './request-mail.ts'
import { findRequestedEmail, deleteFormerEmails, setConfirmedEmail } from './email-queries.ts'
import { type OpenedSession, openSessionIn } from '../login/log-in.ts'
import { endMailCodesFor } from './mail-queries.ts'
import { ownAccountAction } from '../own-account-action.ts'
import { codeNotValid } from './code-not-valid.ts'
import { type ValidMailCode, findCode, consumeCode, rejectTakenEmail } from './email-codes.ts'
import { isFresh, requireRecentAuthentication } from '../login/recent-authentication.ts'
import { checkEmail, normalizeEmail } from '../rules/email.ts'
import type { AccountViewer, IdentityPorts } from '../viewer.ts'

/** Returns an account's address and the one it has requested to change to. */
export async function emailOf(ports: IdentityPorts, viewer: AccountViewer) {
  const account = await findAccount(ports.db, viewer.accountId)
  if (!account) throw new Problem('authentication', 'session-ended')
  const requestedEmail = await findRequestedEmail(ports.db, account.id, ports.clock())
  return {
    email: account.email,
    isConfirmed: account.emailConfirmedAt !== null,
    requestedEmail: requestedEmail ?? null,
    mustReauthenticate: !isFresh(ports, viewer),
  }
}

/**
 * Requests a change of address: a link is mailed there, and nothing changes until it is opened. Only that mailbox
 * learns whether the address is taken (security-10). Only the newest link works.
 */
export async function requestEmailChange(
  ports: IdentityPorts,
  viewer: AccountViewer,
  context: RequestContext,
  typed: string,
): Promise<void> {
  requireRecentAuthentication(ports, viewer)
  const emailKey = normalizeEmail(typed)
  const fault =
    checkEmail(typed) ?? (emailKey === normalizeEmail(viewer.email) ? { code: 'email-unchanged' } : undefined)
  if (fault) throw new Problem('validation', 'invalid-input', { fields: { email: fault } })
  const { accountId } = viewer
  if (!(await canMailNewAddress(ports, context, { accountId, emailKey }))) return
  await ports.write((tx) =>
    queueAccountMail(ports, tx, { kind: 'change-email', emailKey, accountId, locale: context.locale }),
  )
}

/**
 * Changes the address of the logged-in account that requested it, with the code mailed to the new address; reading that
 * mailbox alone grants no access. The previous address, if it was confirmed, is notified and can recover the account
 * for a week (`restorePreviousEmail`). The session is replaced, because it may have more access now.
 */
export async function changeEmail(
  ports: IdentityPorts,
  viewer: AccountViewer,
  context: RequestContext,
  code: string,
): Promise<OpenedSession> {
  const held = await findCode(ports, code, ['change-email'])
  const { accountId } = viewer
  if (held.accountId !== accountId) throw codeNotValid()
  const isFirstConfirmation = held.emailConfirmedAt === null
  return rejectTakenEmail(
    ports.write(async (tx) => {
      const instant = ports.clock()
      await consumeCode(tx, held, instant)
      if (
        !(await setConfirmedEmail(tx, { accountId, email: required(held.about, 'address of the code'), at: instant }))
      )
        throw codeNotValid()
      const remaining = normalizeEmail(held.email)
      await queueAccountMail(ports, tx, {
        kind: isFirstConfirmation ? 'welcome' : 'email-changed',
        emailKey: remaining,
        accountId,
        locale: context.locale,
      })
      await record(
        tx,
        ownAccountAction(ports, viewer, context, 'identity.email-changed', { wasConfirmed: !isFirstConfirmation }),
      )
      await deleteSessionIn(tx, viewer.tokenHash)
      const account = { id: accountId, firstName: held.firstName, lastName: held.lastName }
      return { ...(await openSessionIn(ports, tx, context, accountId)), account }
    }),
  )
}

/**
 * Restores an account's previous address and undoes later changes, for the person who reads that mailbox. The caller
 * ends all other access (sessions, password, other sign-in methods).
 */
export async function restorePreviousEmail(
  ports: IdentityPorts,
  tx: Tx,
  context: RequestContext,
  held: ValidMailCode,
): Promise<void> {
  const { accountId } = held
  const instant = ports.clock()
  await consumeCode(tx, held, instant)
  await endMailCodesFor(tx, { accountId, purpose: 'undo-email', createdAfter: held.createdAt, at: instant })
  if (!(await setConfirmedEmail(tx, { accountId, email: required(held.about, 'address of the code'), at: instant })))
    throw codeNotValid()
  // Addresses set after that moment were never the account's own.
  await deleteFormerEmails(tx, { accountId, replacedAfter: held.createdAt })
  await record(tx, ownAccountAction(ports, { accountId }, context, 'identity.email-restored'))
}
