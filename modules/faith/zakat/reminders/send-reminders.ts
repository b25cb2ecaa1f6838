import { addDays, daysBetween } from '#shared/date-arithmetic.ts'
import { dateTimeFormat } from '#shared/formats.ts'
import { type NotificationPorts, noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import { formatDay, formatHijri, localDateIn } from '#shared/calendar.ts'
import { isLocale } from '#shared/text.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { type EndingYear, insertReminder, lastAccountOf, yearsEndingBetween } from './reminder-queries.ts'

const batch = 500
/** Reminders are sent from this hour of the donor's local day on. */
const firstHour = 9
/** Days after its date that a first reminder is still sent, if no worker was running. */
const lateDays = 3

/**
 * The job: mails donors 30 days and 1 day before their zakat year ends, each once (zakat-24). Returns how many mails
 * were queued.
 */
export async function sendZakatReminders(ports: NotificationPorts): Promise<number> {
  const today = localDateIn('UTC', ports.clock())
  const period = { from: addDays(today, -1), to: addDays(today, 32), limit: batch }
  let sent = 0
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const last = await lastAccountOf(ports.db, { ...period, after })
    if (last === undefined) return sent
    for (const year of await yearsEndingBetween(ports.db, { ...period, after })) sent += await remind(ports, year)
    after = last
  }
}

async function remind(ports: NotificationPorts, year: EndingYear): Promise<number> {
  const now = ports.clock()
  const days = daysDue(year, now)
  if (days === undefined) return 0
  return ports.write(async (tx) => {
    if (!(await insertReminder(tx, year, days, now))) return 0
    await queueMails(tx, [mailOf(ports, year, days)], now)
    return 1
  })
}

function daysDue({ anniversary, timeZone }: EndingYear, now: Date): 30 | 1 | undefined {
  const hour = Number(dateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(now))
  if (hour < firstHour) return undefined
  const remaining = daysBetween(localDateIn(timeZone, now), anniversary)
  if (remaining === 1) return 1
  return remaining <= 30 && remaining > 30 - lateDays ? 30 : undefined
}

/** Neither subject nor text contains an amount or an answer, because others may read the donor's mail. */
function mailOf(
  ports: NotificationPorts,
  { accountId, anniversary, email, firstName, locale: wanted }: EndingYear,
  days: 30 | 1,
) {
  const locale = isLocale(wanted) ? wanted : 'en'
  const t = textsOf('faith/zakat-mails', locale, {
    product: ports.productName,
    name: `\u2068${firstName}\u2069`,
    hijri: `\u2068${formatHijri(anniversary, locale)}\u2069`,
    date: `\u2068${formatDay(anniversary, locale)}\u2069`,
  })
  return noticeMail(ports, {
    key: `zakat.${accountId}.${anniversary}.${days}`,
    kind: 'zakat-reminder',
    to: email,
    locale,
    t: (key) => t(key === 'footer' ? 'footer' : `days-${days}.${key}`),
    blocks: [{ kind: 'button', text: t('button'), url: `${ports.origin}/account/zakat` }],
  })
}
