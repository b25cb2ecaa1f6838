import { type Mailer } from '#modules/platform/notifications/index-server.ts'
import type { Transporter } from 'nodemailer'

/**
 * Maximum time for one mail, waiting for a connection included; less than its lease, so no other process sends it at
 * the same time.
 */
const sendingMs = 120_000

/** SMTP where it is configured; else mails stay where they were written and are read at /dev/mail. */
export function createMailer(smtpUrl: string | undefined, { maxMs = sendingMs }: { maxMs?: number } = {}): Mailer {
  if (!smtpUrl) return { kind: 'mailbox', send: () => Promise.resolve() }
  // Beside `url`, not as the second argument: that one holds defaults of messages, and limits put there hold nothing.
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
        // An object, because a text is read as a list: a comma in it would be a second receiver.
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
