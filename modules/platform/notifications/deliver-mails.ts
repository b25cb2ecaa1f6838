import { minuteMs } from '#shared/time.ts'
import { type NotificationPorts, senderOf } from './mailer.ts'
import { removeNeedlessIsolates } from './rules/isolates.ts'
import { isMailboxRefused, type MailError } from './rules/refusal.ts'
import { leaseMails, type QueuedMail, recordFailure, recordSent, storeMails, renderStoredMail } from './queries.ts'

/** Minutes before each retry: 8 attempts in all. After the last one the mail is marked failed and kept. */
const waits = [1, 5, 30, 120, 360, 720, 1440] as const
/** Longer than any attempt takes (`server/adapters/mail.ts`). */
const leaseMinutes = 5

type Outcome = { readonly mail: QueuedMail; readonly error: unknown }

/**
 * Sends queued mails: leases them, sends them outside any transaction, and records the results. After a crash between
 * sending and recording, the same Message-ID is sent again, so a mailbox shows one mail (receipts-13). Returns the
 * number of leased mails.
 */
export async function deliverMails(ports: NotificationPorts, limit = 50): Promise<number> {
  const now = ports.clock()
  if (ports.mailer.kind === 'mailbox') return storeMails(ports, now, limit)
  const mails = await leaseMails(ports, now, new Date(now.getTime() + leaseMinutes * minuteMs), limit)
  const outcomes = await Promise.all(mails.map((mail) => send(ports, mail)))
  // Successes are recorded first, because an unrecorded mail is sent again.
  const sent = outcomes.filter(({ error }) => error === undefined)
  if (sent.length > 0)
    await recordSent(
      ports,
      sent.map(({ mail }) => mail.id),
      ports.clock(),
    )
  for (const { mail, error } of outcomes) if (error !== undefined) await postpone(ports, mail, error)
  return mails.length
}

function senderFields(ports: NotificationPorts, { content }: QueuedMail) {
  const brand = content?.brand
  return brand
    ? { from: senderOf(ports.mailFrom, ports.productName, brand.name), replyTo: brand.replyTo ?? undefined }
    : { from: ports.mailFrom }
}

function textsOfMail(mail: QueuedMail) {
  const { html, plain } = renderStoredMail(mail)
  return {
    subject: removeNeedlessIsolates(mail.subject),
    html: removeNeedlessIsolates(html),
    plain: removeNeedlessIsolates(plain),
  }
}

const send = (ports: NotificationPorts, mail: QueuedMail): Promise<Outcome> =>
  ports.mailer
    .send({
      ...mail,
      ...textsOfMail(mail),
      ...senderFields(ports, mail),
      unsubscribeUrl: mail.content?.unsubscribe?.url,
    })
    .then(
      () => ({ mail, error: undefined }),
      (error: unknown) => ({ mail, error: error ?? new Error('refused without a reason') }),
    )

async function postpone(ports: NotificationPorts, mail: QueuedMail, error: unknown): Promise<void> {
  const wait = waits[mail.attempts - 1]
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  const isRefused = isMailboxRefused(error as MailError)
  // Mail servers often repeat the address in their errors, so errors are stored with the mail and not logged.
  ports.log.warn(
    { mailId: mail.id, attempts: mail.attempts, code, responseCode },
    wait === undefined ? 'a mail was given up' : 'a mail was not accepted',
  )
  const nextAttemptAt = wait === undefined ? null : new Date(ports.clock().getTime() + wait * minuteMs)
  await recordFailure(ports, mail.id, { nextAttemptAt, error: String(error), isRefused })
}
