import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { endSessionOf } from '../end-session.ts'
import { checkOwnPassword } from '../check-own-password.ts'
import { type OpenedSession, openSessionIn } from '../login/log-in.ts'
import { findCode, rejectTakenEmail, useCode } from './email-codes.ts'
import type { IdentityPorts, Viewer } from '../viewer.ts'

/**
 * Confirms an email with the code mailed to it. A browser other than the one that signed up must also send the
 * password, so that a mailbox owner who never signed up can't be tricked into confirming an account whose password
 * another person knows. Without the password, setting a new one with the same code confirms the email too and ends all
 * other access (`set-password.ts`). The session is replaced, because it has more access now.
 */
export async function confirmEmail(
  ports: IdentityPorts,
  viewer: Viewer,
  context: RequestContext,
  input: { code: string; password?: string | undefined },
): Promise<OpenedSession> {
  const held = await findCode(ports, input.code, ['confirm-email'])
  const isSameBrowser = viewer.kind === 'account' && viewer.accountId === held.accountId
  if (!isSameBrowser) {
    if (!input.password)
      throw new Problem('validation', 'password-needed', { fields: { password: { code: 'password-missing' } } })
    await checkOwnPassword(ports, context, {
      accountId: held.accountId,
      passwordHash: held.passwordHash,
      password: input.password,
      field: 'password',
    })
  }
  const opened = ports.write(async (tx) => {
    await useCode(ports, tx, context, held)
    await endSessionOf(tx, viewer)
    const account = { id: held.accountId, firstName: held.firstName, lastName: held.lastName }
    return { ...(await openSessionIn(ports, tx, context, held.accountId)), account }
  })
  return rejectTakenEmail(opened)
}
