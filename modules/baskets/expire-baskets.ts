import type { Ports } from '#shared/ports.ts'
import { expireIdle } from './queries.ts'
import { idleSince } from './rules/status.ts'

const atOnce = 500

/** Ends baskets that nobody touched for 30 days, all of them or one account's; what was sealed in them is forgotten. */
export async function expireBaskets(ports: Ports, { accountId }: { accountId?: string } = {}): Promise<void> {
  const before = idleSince(ports.clock())
  while ((await ports.write((tx) => expireIdle(tx, { before, limit: atOnce, accountId }))) === atOnce);
}
