import { dayMs } from '#shared/time.ts'
import type { Ports } from '#shared/ports.ts'
import { expireIdle, purgeEndedBaskets, purgeRequestKeys } from './basket-erasure-queries.ts'
import { idleSince } from './rules/status.ts'

const atOnce = 500

/** Expires baskets unchanged for 30 days, all of them or one account's; their encrypted fields are purged. */
export async function expireBaskets(ports: Ports, { accountId }: { accountId?: string } = {}): Promise<void> {
  const before = idleSince(ports.clock())
  while ((await ports.write((tx) => expireIdle(tx, { before, limit: atOnce, accountId }))) === atOnce);
}

/** Days after which a closed guest basket is anonymized; what was paid is in the books. */
const overDays = 90

/**
 * Anonymizes, every night, guests' baskets that were paid for or left 90 days ago; an account's are deleted with the
 * account.
 */
export async function purgeGuestBaskets(ports: Ports): Promise<void> {
  const before = new Date(ports.clock().getTime() - overDays * dayMs)
  while ((await ports.write((tx) => purgeEndedBaskets(tx, { before, limit: atOnce }))) === atOnce);
}

/** Deletes request keys after that long: the same request later means another gift (payments-2). */
export async function expireRequestKeys(ports: Ports): Promise<void> {
  const before = idleSince(ports.clock())
  while ((await ports.write((tx) => purgeRequestKeys(tx, { before, limit: atOnce }))) === atOnce);
}
