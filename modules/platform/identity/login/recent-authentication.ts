import { minuteMs } from '#shared/time.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import { findAccount, markSessionAuthenticated } from '../account-queries.ts'
import { checkOwnPassword } from '../check-own-password.ts'
import { ownAccountAction } from '../own-account-action.ts'
import { findAuthenticator } from '../two-factor/authenticator-queries.ts'
import { acceptCode, countCode, type TwoFactorPorts } from '../two-factor/check-code.ts'
import type { AccountViewer, IdentityPorts } from '../viewer.ts'

/** Minutes after authentication in which sensitive actions are allowed. */
const freshMinutes = 10

/** Whether the viewer has authenticated recently. */
export const isFresh = (ports: Pick<IdentityPorts, 'clock'>, viewer: AccountViewer): boolean =>
  ports.clock().getTime() - viewer.authenticatedAt.getTime() <= freshMinutes * minuteMs

/**
 * Guards sensitive actions (accounts-2): throws `reauthentication-required` if the last authentication is too long ago; its page
 * is `/account/again`.
 */
export function requireRecentAuthentication(ports: Pick<IdentityPorts, 'clock'>, viewer: AccountViewer): void {
  if (!isFresh(ports, viewer)) throw new Problem('authentication', 'reauthentication-required')
}

/**
 * Authenticates the session again with the password, and a code if the account has an authenticator app. An account
 * without a password uses a login link instead.
 */
export async function reauthenticate(
  ports: TwoFactorPorts,
  viewer: AccountViewer,
  context: RequestContext,
  { password, code }: { readonly password: string; readonly code: string },
): Promise<void> {
  if (password === '')
    throw new Problem('validation', 'invalid-input', { fields: { password: { code: 'password-missing' } } })
  const account = await findAccount(ports.db, viewer.accountId)
  if (!account) throw new Problem('authentication', 'session-ended')
  await checkOwnPassword(ports, context, {
    accountId: account.id,
    passwordHash: account.passwordHash,
    password,
    field: 'password',
  })
  const isOn = Boolean((await findAuthenticator(ports.db, account.id))?.confirmedAt)
  if (isOn) await countCode(ports, account.id)
  await ports.write(async (tx) => {
    if (isOn) await acceptCode(ports, tx, { accountId: account.id, code })
    await record(tx, ownAccountAction(ports, viewer, context, 'identity.reauthenticated'))
    await markSessionAuthenticated(tx, viewer.tokenHash, ports.clock())
  })
}
