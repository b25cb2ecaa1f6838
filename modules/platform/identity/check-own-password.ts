import { dayMs, hourMs } from '#shared/time.ts'
import type { RequestFacts } from '#shared/endpoint.ts'
import { addressKey } from '#shared/network.ts'
import { Problem } from '#shared/problem.ts'
import { isPassword, nobodysHash } from './passwords.ts'
import { deleteLoginTry, loginFailures, recordLoginTry } from './queries.ts'
import type { IdentityPorts } from './viewer.ts'

/** Wrong passwords a day for one account by whoever is inside already. */
const wrongPerDay = 10

/**
 * Whether it is really them: their password once more. The fault stands at `field`. Guesses are counted by the account,
 * apart from tries to log in: whoever knows an e-mail could otherwise keep its owner, who is inside, from everything
 * that asks for the password.
 */
export async function checkOwnPassword(
  ports: IdentityPorts,
  facts: RequestFacts,
  of: { accountId: string; passwordHash: string | null; password: string; field: string },
): Promise<void> {
  const at = ports.clock()
  // A capital letter is in no normalised e-mail, so nobody types this one to log in.
  const attempt = { emailKey: `Account ${of.accountId}`, ip: addressKey(facts.ip), at }
  await recordLoginTry(ports, attempt)
  const failures = await loginFailures(ports, {
    ...attempt,
    dayAgo: new Date(at.getTime() - dayMs),
    hourAgo: new Date(at.getTime() - hourMs),
  })
  const fits = await isPassword(of.password, of.passwordHash ?? nobodysHash)
  if (failures.forEmail > wrongPerDay) {
    await deleteLoginTry(ports, attempt)
    throw new Problem('rate-limit', 'too-many-passwords', { retryAfterSeconds: 86_400 })
  }
  if (!fits) throw new Problem('validation', 'wrong-password', { fields: { [of.field]: { code: 'wrong-password' } } })
  await deleteLoginTry(ports, attempt)
}
