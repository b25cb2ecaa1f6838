import { type Notice, queueNotice } from '../agreement/queue-notice.ts'
import { type SubscriptionPorts } from '../agreement/ports.ts'
import {
  calendarsToSend,
  type UpcomingNotice,
  findUpcomingNotices,
  findYearlyNotices,
  summariesToSend,
  zonesOfDaily,
} from './notice-queries.ts'
import { monthAfter, monthStart, monthToSumUp } from '../rules/months.ts'

const batch = 500

/**
 * Queues notices with an id made from their subject, so that repeating one adds neither a second job nor a second mail.
 */
async function queueNotices(
  ports: SubscriptionPorts,
  notices: readonly (Notice & { readonly id: string })[],
): Promise<void> {
  await ports.write(async (tx) => {
    for (const notice of notices) await queueNotice(ports, tx, notice, notice.id)
  })
}

/** Encodes a key for a Message-ID. */
const named = (key: string): string => key.replaceAll(':', '-')

/** Queues reminders of upcoming donations, and calendars of nights a week before the first. Returns their number. */
export async function remindDonors(ports: SubscriptionPorts): Promise<number> {
  const now = ports.clock()
  let count = 0
  for (let after: UpcomingNotice | undefined, list: UpcomingNotice[] = []; ; after = list.at(-1)) {
    list = await findUpcomingNotices(ports.db, now, after, batch)
    await queueNotices(
      ports,
      list.map(({ subscriptionId, key, reason }) => ({
        kind: 'upcoming',
        subscriptionId,
        keys: [key],
        reason,
        id: `upcoming.${subscriptionId}.${named(key)}`,
      })),
    )
    count += list.length
    if (list.length < batch) break
  }
  // The next hourly run finds the rest if there are more than a batch.
  const yearly = await findYearlyNotices(ports.db, now, batch)
  await queueNotices(
    ports,
    yearly.map(({ subscriptionId, key, daysBefore }) => ({
      kind: 'upcoming',
      subscriptionId,
      keys: [key],
      reason: 'year',
      id: `upcoming.${subscriptionId}.${key}.${daysBefore}`,
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
 * Queues the summaries of the past month for daily plans, on the first of the month in each time zone. Returns their
 * number.
 */
export async function sendMonthlySummaries(ports: SubscriptionPorts): Promise<number> {
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
