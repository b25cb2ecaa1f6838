import type { NotificationPorts } from './mailer.ts'
import { leaseMails, type QueuedMail, recordFailure, recordSent } from './queries.ts'

/** Minutes before each further try; after the last the mail is called failed and stays to be read. */
const waits = [1, 5, 30, 120, 360, 720, 1440] as const
const leaseMinutes = 5

/**
 * Sends what is queued: lease, send outside any transaction, record. A crash between sending and recording sends the same Message-ID again,
 * so a mailbox shows one mail (trust.md R36). Answers how many were taken.
 */
export async function deliverMails(ports: NotificationPorts, limit = 50): Promise<number> {
  const now = ports.clock()
  const mails = await leaseMails(ports, now, new Date(now.getTime() + leaseMinutes * 60_000), limit)
  if (mails.length === 0) return 0
  const sent: string[] = []
  await Promise.all(mails.map((mail) => send(ports, mail).then((isSent) => void (isSent && sent.push(mail.id)))))
  if (sent.length > 0) await recordSent(ports, sent, ports.clock())
  return mails.length
}

async function send(ports: NotificationPorts, mail: QueuedMail): Promise<boolean> {
  try {
    await ports.mailer.send({ ...mail, from: ports.mailFrom })
    return true
  } catch (error) {
    const wait = waits[mail.tries - 1]
    ports.log.warn({ mailId: mail.id, tries: mail.tries, error: String(error) }, 'a mail was not accepted')
    await recordFailure(ports, mail.id, { nextTryAt: wait === undefined ? null : new Date(ports.clock().getTime() + wait * 60_000), error: String(error) })
    return false
  }
}
