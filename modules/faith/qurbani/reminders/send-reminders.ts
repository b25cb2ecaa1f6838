import { isLocale } from '#shared/text.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { dayMs } from '#shared/time.ts'
import { type MailRow, mailOfErasedUntil, noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import { currentHijriYear, listOffers } from '../list-items.ts'
import type { ReminderPorts } from './ports.ts'
import { hasReminders, purgeReminders, type Reminder, lockDueReminders } from './reminder-queries.ts'
import { reminderToken } from './unsubscribe.ts'

const batch = 500

/**
 * The job: mails the requested reminders once orders are open, and deletes the address in the same transaction; the
 * mail itself is deleted some days later (qurbani-9). Returns how many mails were queued.
 */
export async function sendQurbaniReminders(ports: ReminderPorts): Promise<number> {
  if (!(await hasReminders(ports.db))) return 0
  const now = ports.clock()
  const { open } = await listOffers(ports)
  const years = open.map(({ item }) => item.hijriYear)
  let sent = 0
  while (years.length > 0) {
    const taken = await ports.write(async (tx) => {
      const reminders = await lockDueReminders(tx, batch)
      await queueMails(
        tx,
        reminders.map((reminder) => mailOf(ports, reminder, { hijriYear: Math.min(...years), now })),
        now,
      )
      return reminders.length
    })
    if (taken === 0) break
    sent += taken
  }
  await ports.write((tx) =>
    purgeReminders(tx, { before: currentHijriYear(now), networksBefore: new Date(now.getTime() - 2 * dayMs) }),
  )
  return sent
}

function mailOf(
  ports: ReminderPorts,
  { id, email, locale: wanted }: Reminder,
  { hijriYear, now }: { readonly hijriYear: number; readonly now: Date },
): MailRow {
  const locale = isLocale(wanted) ? wanted : 'en'
  const t = textsOf('faith/qurbani-mails', locale, { product: ports.productName, year: String(hijriYear) })
  const mail = noticeMail(ports, {
    key: `qurbani-reminder.${id}`,
    kind: 'qurbani-reminder',
    to: email,
    locale,
    t,
    blocks: [{ kind: 'button', text: t('button'), url: `${ports.origin}/v4/qurbani` }],
    unsubscribe: {
      text: t('unsubscribe'),
      url: `${ports.origin}/unsubscribe/qurbani/${reminderToken(ports, email)}`,
    },
  })
  return { ...mail, purgeAt: mailOfErasedUntil(now) }
}
