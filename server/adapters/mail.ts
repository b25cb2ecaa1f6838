import nodemailer from 'nodemailer'
import type { Mailer } from '#modules/notifications/index.ts'

/** SMTP where it is configured; else mails stay where they were written and are read at /dev/mail. */
export function createMailer(smtpUrl: string | undefined): Mailer {
  if (!smtpUrl) return { kind: 'shelf', send: () => Promise.resolve() }
  const transport = nodemailer.createTransport(smtpUrl, { pool: true, maxConnections: 3, connectionTimeout: 10_000, socketTimeout: 20_000 } as never)
  return {
    kind: 'smtp',
    send: async (mail) => {
      await transport.sendMail({ from: mail.from, to: mail.to, subject: mail.subject, html: mail.html, text: mail.plain, messageId: mail.messageId, headers: { 'Auto-Submitted': 'auto-generated' } })
    },
  }
}
