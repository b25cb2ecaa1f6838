import type { RequestContext } from '#shared/endpoint.ts'
import { addressKey } from '#shared/network.ts'
import { Problem } from '#shared/problem.ts'
import { isPassword, dummyHash } from './passwords.ts'
import { countLoginAttempt, deleteLoginAttempt } from './queries.ts'
import type { IdentityPorts } from './viewer.ts'

/** Wrong passwords per day for one account in its logged-in sessions. */
const wrongPerDay = 10

/**
 * Checks the account's password again; the fault is reported at `field`. Guesses are counted per account, separately
 * from login attempts. Otherwise anyone who knows the email could block its logged-in owner from all actions that need
 * the password.
 */
export async function checkOwnPassword(
  ports: IdentityPorts,
  context: RequestContext,
  input: { accountId: string; passwordHash: string | null; password: string; field: string },
): Promise<void> {
  const instant = ports.clock()
  // A normalized email has no upper-case letter, so no login attempt shares this key.
  const attempt = { emailKey: `Account ${input.accountId}`, ip: addressKey(context.ip), at: instant }
  const failures = await countLoginAttempt(ports, attempt)
  const fits = await isPassword(input.password, input.passwordHash ?? dummyHash)
  if (failures.forEmail > wrongPerDay) {
    await deleteLoginAttempt(ports, attempt)
    throw new Problem('rate-limit', 'too-many-passwords', { retryAfterSeconds: 86_400 })
  }
  if (!fits)
    throw new Problem('validation', 'wrong-password', { fields: { [input.field]: { code: 'wrong-password' } } })
  await deleteLoginAttempt(ports, attempt)
}
