import { hourMs } from '#shared/time.ts'
import { insertGuest } from './queries.ts'
import { normalizeEmail } from './rules/email.ts'
import { signToken } from './tokens.ts'
import type { IdentityPorts } from './viewer.ts'

const hours = 24

/**
 * Creates a donor without an account (S2 §3). The token grants access to donations made with it, not to earlier ones
 * with the same email.
 */
export async function createGuest(
  ports: IdentityPorts,
  { email, name }: { email: string; name: string },
): Promise<{ id: string; token: string; type: 'guest' }> {
  const instant = ports.clock()
  const id = ports.newId()
  await insertGuest(ports, { id, email: normalizeEmail(email), name: name.trim(), at: instant })
  return {
    id,
    token: signToken(ports.tokenSecret, 'guest', id, new Date(instant.getTime() + hours * hourMs)),
    type: 'guest',
  }
}
