import type { RequestContext } from '#shared/endpoint.ts'
import { required } from '#shared/collections.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import { findAccount } from '../account-queries.ts'
import { queueAccountMail } from '../email/request-mail.ts'
import { endSessionOf } from '../end-session.ts'
import { type OpenedSession, openSessionIn } from '../login/log-in.ts'
import { ownAccountAction } from '../own-account-action.ts'
import { normalizeEmail } from '../rules/email.ts'
import type { AccountViewer, Viewer } from '../viewer.ts'
import { acceptCode, countCode, type TwoFactorPorts } from './check-code.ts'

/** Whether the operator requires two factors for staff and for administrators of an organization. */
export type TwoFactorPolicy = { readonly isTwoFactorRequired: boolean }

/**
 * Completes a login: a code of the authenticator app or a recovery code opens a session with both factors and ends the
 * one with the first. The account gets a mail about a used recovery code.
 */
export async function verifySecondFactor(
  ports: TwoFactorPorts,
  viewer: Viewer,
  context: RequestContext,
  code: string,
): Promise<OpenedSession> {
  if (viewer.kind !== 'first-factor') throw new Problem('conflict', 'first-factor-missing')
  const { accountId } = viewer
  await countCode(ports, accountId)
  return ports.write(async (tx) => {
    const kind = await acceptCode(ports, tx, { accountId, code })
    const account = required(await findAccount(tx, accountId))
    await endSessionOf(tx, viewer)
    await record(tx, ownAccountAction(ports, { accountId }, context, 'identity.second-factor-shown', { kind }))
    if (kind === 'recovery')
      await queueAccountMail(ports, tx, {
        kind: 'recovery-code-used',
        emailKey: normalizeEmail(account.email),
        accountId,
        locale: context.locale,
      })
    const { id, firstName, lastName } = account
    return {
      ...(await openSessionIn(ports, tx, context, id, {
        hasSecondFactor: true,
        authenticatedAt: viewer.authenticatedAt,
      })),
      account: { id, firstName, lastName },
    }
  })
}

/**
 * Throws 403 `two-factor-required` if the operator requires two factors for the viewer's role and the session has only
 * one (accounts-11).
 */
export function requireSecondFactor(
  { isTwoFactorRequired }: TwoFactorPolicy,
  viewer: Pick<AccountViewer, 'hasSecondFactor'>,
): void {
  if (isTwoFactorRequired && !viewer.hasSecondFactor) throw new Problem('authorization', 'two-factor-required')
}
