import type { Ports } from '#shared/ports.ts'

export type OutgoingMail = {
  readonly messageId: string
  readonly from: string
  readonly to: string
  /** Where answers go, if not to the sender. */
  readonly replyTo?: string | undefined
  readonly subject: string
  readonly html: string
  readonly plain: string
  /** Where a mail program may unsubscribe by one POST (RFC 8058). */
  readonly unsubscribeUrl?: string | undefined
}

/** Takes a mail to a mail server; throws when it was not accepted. `shelf`: kept to be read at /dev/mail. */
export type Mailer = { readonly kind: 'smtp' | 'shelf'; send(mail: OutgoingMail): Promise<void> }

export type NotificationPorts = Ports & {
  readonly mailer: Mailer
  /** "Sunbul <giving@example.org>" */
  readonly mailFrom: string
  readonly productName: string
  /** Public origin, without a trailing slash. */
  readonly origin: string
  /** Outside production mails can be read at /dev/mail. */
  readonly isProduction: boolean
}

/** The sender of a mail in a charity's name: “{name} via {product}” at the platform's own address (content-29). */
export function senderOf(mailFrom: string, productName: string, name: string): string {
  const address = /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom
  const shown = `${name} via ${productName}`
    .replace(/[\p{C}"\\<>]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return `"${shown}" <${address}>`
}

/** The host of the sender: message ids are made under it. */
export const mailHostOf = (mailFrom: string): string => /@([\w.-]+)>?\s*$/.exec(mailFrom)?.[1] ?? 'localhost'
