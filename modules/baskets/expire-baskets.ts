import type { Ports } from '#shared/ports.ts'
import { expireIdle, forgetPresses } from './queries.ts'
import { idleSince } from './rules/status.ts'

const atOnce = 500

/** Ends baskets that nobody touched for 30 days, all of them or one account's; what was sealed in them is forgotten. */
export async function expireBaskets(ports: Ports, { accountId }: { accountId?: string } = {}): Promise<void> {
  const before = idleSince(ports.clock())
  while ((await ports.write((tx) => expireIdle(tx, { before, limit: atOnce, accountId }))) === atOnce);
}

/** Forgets presses after as long: whoever sends one again after that means another gift (trust.md R2). */
export async function expirePresses(ports: Ports): Promise<void> {
  const before = idleSince(ports.clock())
  while ((await ports.write((tx) => forgetPresses(tx, { before, limit: atOnce }))) === atOnce);
}
