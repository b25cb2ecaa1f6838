import { type Mailer } from '#modules/platform/notifications/index-server.ts'
import type { Transporter } from 'nodemailer'

/**
 * Maximum time to send one mail, including the wait for a connection. It is shorter than the mail's lease, so no other
 * process sends the mail at the same time.
 */
const sendingMs = 120_000

/** Sends mails through SMTP if it is configured; otherwise they stay in the database and can be read at /dev/mail. */
export function createMailer(smtpUrl: string | undefined, { maxMs = sendingMs }: { maxMs?: number } = {}): Mailer {
  if (!smtpUrl) return { kind: 'mailbox', send: () => Promise.resolve() }
  // These limits belong to the transport. As the second argument they would be defaults of messages, without effect.
  const options = {
    url: smtpUrl,
    pool: true,
    maxConnections: 5,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const
  let transport: Promise<Transporter> | undefined
  return {
    kind: 'smtp',
    send: async (mail) => {
      transport ??= import('nodemailer').then(({ createTransport }) => createTransport(options))
      await (
        await transport
      ).sendMail({
        from: mail.from,
        // An object, because nodemailer parses a string as a list: a comma in it would add a second recipient.
        to: { name: '', address: mail.to },
        ...(mail.replyTo ? { replyTo: { name: '', address: mail.replyTo } } : {}),
        subject: mail.subject,
        html: mail.html,
        text: mail.plain,
        messageId: mail.messageId,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(mail.unsubscribeUrl
            ? { 'List-Unsubscribe': `<${mail.unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
            : {}),
        },
        signal: AbortSignal.timeout(maxMs),
      })
    },
  }
}
