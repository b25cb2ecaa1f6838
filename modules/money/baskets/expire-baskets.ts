import { dayMs } from '#shared/time.ts'
import type { Ports } from '#shared/ports.ts'
import { expireIdle, purgeEndedBaskets, purgeRequestKeys } from './basket-erasure-queries.ts'
import { idleSince } from './rules/status.ts'

const atOnce = 500

/** Ends baskets that nobody touched for 30 days, all of them or one account's; what was sealed in them is forgotten. */
export async function expireBaskets(ports: Ports, { accountId }: { accountId?: string } = {}): Promise<void> {
  const before = idleSince(ports.clock())
  while ((await ports.write((tx) => expireIdle(tx, { before, limit: atOnce, accountId }))) === atOnce);
}

/** How long a basket that is over says what its guest brought into it; what they paid for is in the books. */
const overDays = 90

/**
 * Every night: guests' baskets that were paid for or left 90 days ago say no more whose they were; an account's go with
 * the account.
 */
export async function purgeGuestBaskets(ports: Ports): Promise<void> {
  const before = new Date(ports.clock().getTime() - overDays * dayMs)
  while ((await ports.write((tx) => purgeEndedBaskets(tx, { before, limit: atOnce }))) === atOnce);
}

/** Forgets presses after as long: whoever sends one again after that means another gift (payments-2). */
export async function expireRequestKeys(ports: Ports): Promise<void> {
  const before = idleSince(ports.clock())
  while ((await ports.write((tx) => purgeRequestKeys(tx, { before, limit: atOnce }))) === atOnce);
}
