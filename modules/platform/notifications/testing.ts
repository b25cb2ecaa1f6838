import type { Ports } from '#shared/ports.ts'
import type { Mailer, NotificationPorts, OutgoingMail } from './mailer.ts'
import { queueMails, type MailRow } from './queries.ts'

/** A mail server for tests; it refuses mails for which `refuses` returns an error. */
export function mailbox(
  refuses: (mail: OutgoingMail) => Error | undefined = () => undefined,
): Mailer & { readonly arrived: OutgoingMail[] } {
  const arrived: OutgoingMail[] = []
  return {
    kind: 'smtp',
    arrived,
    send: (mail) => {
      const refusal = refuses(mail)
      if (refusal) return Promise.reject(refusal)
      arrived.push(mail)
      return Promise.resolve()
    },
  }
}

/** Ports for mails, outside production. */
export const notificationPorts = (ports: Ports, over: Partial<NotificationPorts> = {}): NotificationPorts => ({
  ...ports,
  mailer: mailbox(),
  mailFrom: 'Sunbul <giving@sunbul.example>',
  productName: 'Sunbul',
  origin: 'http://localhost:3000',
  isProduction: false,
  ...over,
})

/** Queues a mail; each call queues another. */
export async function aQueuedMail(ports: Ports, over: Partial<MailRow> = {}): Promise<MailRow> {
  const id = ports.newId()
  const mail: MailRow = {
    id,
    messageId: `<${id}@sunbul.example>`,
    kind: 'receipt',
    to: 'amina@example.org',
    locale: 'en',
    subject: 'Your receipt',
    html: '<p>Thank you</p>',
    plain: 'Thank you',
    ...over,
  }
  await ports.write((tx) => queueMails(tx, [mail], ports.clock()))
  return mail
}
