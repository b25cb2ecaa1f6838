import type { RequestContext } from '#shared/endpoint.ts'
import { record } from '#modules/platform/audit/index.ts'
import { deleteSessionsOf, updatePassword } from '../account-queries.ts'
import { endSessionOf } from '../end-session.ts'
import { deleteOtherSignInMethods } from './external-queries.ts'
import { type OpenedSession, openSessionIn } from './log-in.ts'
import { findCode, rejectTakenEmail, useCode } from '../email/email-codes.ts'
import type { IdentityPorts, Viewer } from '../viewer.ts'

/**
 * Logs in with the code of a mail, once. If the email was never confirmed, the reader may not be the person who signed
 * up: then the password, every other sign-in method and every session are removed, so that no intruder keeps access.
 */
export async function logInByLink(
  ports: IdentityPorts,
  viewer: Viewer,
  context: RequestContext,
  code: string,
): Promise<OpenedSession> {
  const held = await findCode(ports, code, ['log-in'])
  const isSameBrowser = viewer.kind === 'account' && viewer.accountId === held.accountId
  const opened = ports.write(async (tx) => {
    await useCode(ports, tx, context, held)
    if (!held.emailConfirmedAt && !isSameBrowser) {
      await updatePassword(tx, held.accountId, null)
      await deleteSessionsOf(tx, held.accountId)
      await deleteOtherSignInMethods(tx, held.accountId)
    }
    await endSessionOf(tx, viewer)
    await record(tx, {
      actor: { kind: 'account', id: held.accountId },
      act: 'identity.logged-in-by-link',
      object: `account:${held.accountId}`,
      at: ports.clock(),
      ip: context.ip,
    })
    const account = { id: held.accountId, firstName: held.firstName, lastName: held.lastName }
    return { ...(await openSessionIn(ports, tx, context, held.accountId)), account }
  })
  return rejectTakenEmail(opened)
}
