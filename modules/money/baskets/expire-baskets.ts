import { dayMs } from '#shared/time.ts'
import type { Ports } from '#shared/ports.ts'
import { expireIdleBaskets, purgeEndedBaskets, purgeRequestKeys } from './basket-erasure-queries.ts'
import { idleSince } from './rules/status.ts'

const atOnce = 500

/**
 * Expires baskets that haven't changed for 30 days, all or those of one account, and deletes their encrypted fields.
 */
export async function expireBaskets(ports: Ports, { accountId }: { accountId?: string } = {}): Promise<void> {
  const before = idleSince(ports.clock())
  while ((await ports.write((tx) => expireIdleBaskets(tx, { before, limit: atOnce, accountId }))) === atOnce);
}

/** Days after its last change on which a closed guest basket is anonymized; the books have the paid lines. */
const closedBasketDays = 90

/**
 * Anonymizes guest baskets that were paid or have expired and haven't changed for 90 days. Runs every night. Erasing an
 * account erases its baskets.
 */
export async function purgeGuestBaskets(ports: Ports): Promise<void> {
  const before = new Date(ports.clock().getTime() - closedBasketDays * dayMs)
  while ((await ports.write((tx) => purgeEndedBaskets(tx, { before, limit: atOnce }))) === atOnce);
}

/** Deletes request keys after 30 days, when the same request means another donation (payments-2). */
export async function expireRequestKeys(ports: Ports): Promise<void> {
  const before = idleSince(ports.clock())
  while ((await ports.write((tx) => purgeRequestKeys(tx, { before, limit: atOnce }))) === atOnce);
}
