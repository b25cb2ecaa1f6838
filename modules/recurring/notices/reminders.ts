import { type Notice, queueNotice, type SubscriptionPorts } from '#modules/recurring/agreement/index.ts'
import {
  calendarsToSend,
  type Coming,
  comingGifts,
  comingYearly,
  summariesToSend,
  zonesOfDaily,
} from './notice-queries.ts'
import { monthAfter, monthStart, monthToSumUp } from './rules/months.ts'

const batch = 500

/** Notices known by what they are about: the same one again is one job while it waits, and one mail ever after. */
async function queueNotices(
  ports: SubscriptionPorts,
  notices: readonly (Notice & { readonly id: string })[],
): Promise<void> {
  await ports.write(async (tx) => {
    for (const notice of notices) await queueNotice(ports, tx, notice, notice.id)
  })
}

/** A key as a Message-ID may hold it. */
const named = (key: string): string => key.replaceAll(':', '-')

/**
 * Has donors told of gifts that are about to come, and of their nights a week before the first. Answers of how many.
 */
export async function remindDonors(ports: SubscriptionPorts): Promise<number> {
  const now = ports.clock()
  let count = 0
  for (let after: Coming | undefined, list: Coming[] = []; ; after = list.at(-1)) {
    list = await comingGifts(ports.db, now, after, batch)
    await queueNotices(
      ports,
      list.map(({ subscriptionId, key, because }) => ({
        kind: 'coming',
        subscriptionId,
        keys: [key],
        because,
        id: `coming.${subscriptionId}.${named(key)}`,
      })),
    )
    count += list.length
    if (list.length < batch) break
  }
  // More than a batch is found again the next hour.
  const yearly = await comingYearly(ports.db, now, batch)
  await queueNotices(
    ports,
    yearly.map(({ subscriptionId, key, daysBefore }) => ({
      kind: 'coming',
      subscriptionId,
      keys: [key],
      because: 'year',
      id: `coming.${subscriptionId}.${key}.${daysBefore}`,
    })),
  )
  count += yearly.length
  for (let after: string | undefined, list: string[] = []; ; after = list.at(-1)) {
    list = await calendarsToSend(ports.db, now, after, batch)
    await queueNotices(
      ports,
      list.map((subscriptionId) => ({ kind: 'calendar', subscriptionId, id: `calendar.${subscriptionId}` })),
    )
    count += list.length
    if (list.length < batch) return count
  }
}

/**
 * Has those who give day by day told of the month that is over, each on the first of the next in their own time zone.
 * Answers how many.
 */
export async function sumUpMonths(ports: SubscriptionPorts): Promise<number> {
  const now = ports.clock()
  let count = 0
  for (const zone of await zonesOfDaily(ports.db)) {
    const month = monthToSumUp(zone, now)
    if (month === undefined) continue
    const span = { zone, month, since: monthStart(month, zone), until: monthStart(monthAfter(month), zone) }
    for (let after: string | undefined, list: string[] = []; ; after = list.at(-1)) {
      list = await summariesToSend(ports.db, span, after, batch)
      await queueNotices(
        ports,
        list.map((subscriptionId) => ({
          kind: 'summary',
          subscriptionId,
          month,
          id: `summary.${subscriptionId}.${month}`,
        })),
      )
      count += list.length
      if (list.length < batch) break
    }
  }
  return count
}
