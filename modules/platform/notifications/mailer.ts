import type { Ports } from '#shared/ports.ts'

export type OutgoingMail = {
  readonly messageId: string
  readonly from: string
  readonly to: string
  /** Address for replies, if it isn't the sender. */
  readonly replyTo?: string | undefined
  readonly subject: string
  readonly html: string
  readonly plain: string
  /** Address for one-click unsubscribe by POST (RFC 8058). */
  readonly unsubscribeUrl?: string | undefined
}

/**
 * Sends a mail to a mail server; throws if it was not accepted. `mailbox`: mails are stored and can be read at
 * /dev/mail.
 */
export type Mailer = { readonly kind: 'smtp' | 'mailbox'; send(mail: OutgoingMail): Promise<void> }

export type NotificationPorts = Ports & {
  readonly mailer: Mailer
  /** Such as "Sunbul <giving@example.org>". */
  readonly mailFrom: string
  readonly productName: string
  /** Public origin, without a trailing slash. */
  readonly origin: string
  /** Outside production mails can be read at /dev/mail. */
  readonly isProduction: boolean
}

/** Returns the sender of a charity's mails: “{name} via {product}” at the platform's own address (content-29). */
export function senderOf(mailFrom: string, productName: string, name: string): string {
  const address = /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom
  const shown = `${name} via ${productName}`
    .replace(/[\p{C}"\\<>]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return `"${shown}" <${address}>`
}

/** Returns the host of the sender, which is used in Message-IDs. */
export const mailHostOf = (mailFrom: string): string => /@([\w.-]+)>?\s*$/.exec(mailFrom)?.[1] ?? 'localhost'
