import { pseudonymOf } from '#modules/platform/identity/index.ts'
import { hijriOf, localDateIn } from '#shared/calendar.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { addressKey } from '#shared/network.ts'
import { Problem } from '#shared/problem.ts'
import { hourMs } from '#shared/time.ts'
import { checkEmail, normalizeEmail } from '#modules/platform/identity/rules/email.ts'
import { listOffers } from '../list-items.ts'
import { nextQurbaniYear } from '../rules/order-window.ts'
import type { ReminderPorts } from './ports.ts'
import { countReminders, insertReminder, isUnsubscribed } from './reminder-queries.ts'
import { hashOfMailbox } from './unsubscribe.ts'

/** Maximum number of reminders requested per network and hour; visitors of a mosque may share an address. */
const askedPerHour = 60

/**
 * Stores a mailbox to notify when orders for the next qurbani open (qurbani-9). The response is always the same, even
 * if it is already stored or unsubscribed. While orders are open nothing is stored, so that no one is mailed twice.
 */
export async function requestReminder(
  ports: ReminderPorts,
  context: Pick<RequestContext, 'ip' | 'locale'>,
  typed: string,
): Promise<void> {
  const fault = checkEmail(typed)
  if (fault) throw new Problem('validation', 'invalid-input', { fields: { email: fault } })
  const now = ports.clock()
  const networkKey = pseudonymOf(ports.tokenSecret, `qurbani-reminder|${addressKey(context.ip)}`)
  const requested = await countReminders(ports.db, { networkKey, since: new Date(now.getTime() - hourMs) })
  if (requested >= askedPerHour) throw new Problem('rate-limit', 'rate-limited', { retryAfterSeconds: 3600 })
  const email = normalizeEmail(typed)
  const mailboxHash = hashOfMailbox(ports.tokenSecret, email)
  if (await isUnsubscribed(ports.db, mailboxHash)) return
  const hijriYear = await nextYear(ports, now)
  if (hijriYear === undefined) return
  const reminder = { id: ports.newId(), email, mailboxHash, hijriYear, networkKey, at: now }
  await ports.write((tx) => insertReminder(tx, { ...reminder, locale: context.locale }))
}

/**
 * Returns the year in which orders open next, or the next Qurbani if none is planned. Undefined while orders are open.
 */
async function nextYear(ports: ReminderPorts, now: Date): Promise<number | undefined> {
  const { open, upcoming, nextOpening } = await listOffers(ports)
  if (open.length > 0) return undefined
  const next = upcoming.find(({ window }) => window.opensAt.getTime() === nextOpening?.getTime())
  return next?.item.hijriYear ?? nextQurbaniYear(hijriOf(localDateIn('UTC', now)))
}
