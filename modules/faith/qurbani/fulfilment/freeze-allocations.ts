import { minuteMs } from '#shared/time.ts'
import type { Tx } from '#shared/ports.ts'
import { hasPendingPayment } from '#modules/money/giving/index.ts'
import { findItemOfLevel, type Item, listUnfrozen } from '../item-queries.ts'
import { currentHijriYear, withWindows } from '../list-items.ts'
import { sharesWithoutAnimal } from './rules/frozen-shares.ts'
import { sharesAfterRefunds } from './rules/order-shares.ts'
import { allocateItem, settledOrders } from './allocate-item.ts'
import { requestChoicesForDonations } from './request-choices.ts'
import type { FulfilmentPorts } from './ports.ts'
import { insertAllocation, insertShares, listShares, listWithLateOrders, lockAllocation } from './share-queries.ts'

/** Time after the close within which an earlier payment may still be recorded. */
const waitMinutes = 10

/**
 * Freezes the allocation of each closed item once, as soon as the outcome of every payment sent before the close is
 * known (qurbani-10). Returns the number frozen.
 */
export async function freezeAllocations(ports: FulfilmentPorts): Promise<number> {
  const now = ports.clock()
  const year = currentHijriYear(now)
  const items = await withWindows(ports, await listUnfrozen(ports.db, { untilYear: year + 1 }))
  const closed = items.filter(({ window }) => window.closesAt.getTime() + waitMinutes * minuteMs <= now.getTime())
  let frozen = 0
  for (const { item } of closed) if (await freeze(ports, item)) frozen += 1
  return frozen
}

async function freeze(ports: FulfilmentPorts, { levelId, campaignId }: Item): Promise<boolean> {
  if (await hasPendingPayment(ports.db, levelId)) return false
  return ports.write(async (tx) => {
    const instant = ports.clock()
    const item = await findItemOfLevel(tx, levelId)
    if (!item || !(await insertAllocation(tx, levelId, instant))) return false
    const shares = await allocateItem(tx, item)
    await insertShares(tx, levelId, shares)
    await askWithoutAnimal(ports, tx, shares)
    ports.log.info({ campaign: campaignId, item: levelId, shares: shares.length }, 'a qurbani allocation was frozen')
    return true
  })
}

/** The order can't be performed, so its donor is asked at once. */
const askWithoutAnimal = (
  ports: FulfilmentPorts,
  tx: Tx,
  shares: readonly { readonly animal: number | null; readonly donationId: string | null }[],
) =>
  requestChoicesForDonations(ports, tx, [
    ...new Set(shares.flatMap(({ animal, donationId }) => (animal === null && donationId ? [donationId] : []))),
  ])

/**
 * Adds orders whose payment was found after the allocation was frozen, such as a charge that only the provider had.
 * They have no animal, and their donors are asked at once (qurbani-10). Returns the number added.
 */
export async function addLateOrders(ports: FulfilmentPorts): Promise<number> {
  let added = 0
  for (const levelId of await listWithLateOrders(ports.db))
    added += await ports.write(async (tx) => {
      await lockAllocation(tx, levelId)
      const item = await findItemOfLevel(tx, levelId)
      if (!item) return 0
      const shares = await listShares(tx, levelId)
      const known = new Set(shares.map(({ donationId }) => donationId))
      const late = (await settledOrders(tx, item))
        .map((order) => ({ ...order, shares: sharesAfterRefunds(item, order) }))
        .filter(({ id, shares: held }) => held > 0 && !known.has(id))
      const rows = sharesWithoutAnimal(late, shares.at(-1)?.number ?? 0)
      await insertShares(tx, levelId, rows)
      await askWithoutAnimal(ports, tx, rows)
      return late.length
    })
  return added
}
