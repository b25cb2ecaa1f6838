import { minuteMs } from '#shared/time.ts'
import type { RequestFacts } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import { findAccount, markSessionProven } from '../account-queries.ts'
import { checkOwnPassword } from '../check-own-password.ts'
import { ownAct } from '../own-act.ts'
import type { AccountViewer, IdentityPorts } from '../viewer.ts'

/** How long after showing who they are somebody may do what is sensitive. */
const freshMinutes = 10

/** Whether they showed who they are a short while ago. */
export const isFresh = (ports: Pick<IdentityPorts, 'clock'>, viewer: AccountViewer): boolean =>
  ports.clock().getTime() - viewer.provenAt.getTime() <= freshMinutes * minuteMs

/**
 * For sensitive acts (accounts-2): refuses, with `prove-yourself`, whoever logged in longer ago; the page for it
 * is `/account/again`.
 */
export function proveAgain(ports: Pick<IdentityPorts, 'clock'>, viewer: AccountViewer): void {
  if (!isFresh(ports, viewer)) throw new Problem('authentication', 'prove-yourself')
}

/** Their password once more makes the session fresh. An account without a password logs in again by a link. */
export async function provePassword(
  ports: IdentityPorts,
  viewer: AccountViewer,
  facts: RequestFacts,
  password: string,
): Promise<void> {
  if (password === '')
    throw new Problem('validation', 'invalid-input', { fields: { password: { code: 'password-missing' } } })
  const account = await findAccount(ports.db, viewer.accountId)
  if (!account) throw new Problem('authentication', 'session-ended')
  await checkOwnPassword(ports, facts, {
    accountId: account.id,
    passwordHash: account.passwordHash,
    password,
    field: 'password',
  })
  await ports.write(async (tx) => {
    await record(tx, ownAct(ports, viewer, facts, 'identity.proven-by-password'))
    await markSessionProven(tx, viewer.tokenHash, ports.clock())
  })
}
