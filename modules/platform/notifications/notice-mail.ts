import type { Locale } from '#shared/text.ts'
import type { Block, MailContent } from './layout.ts'
import { mailHostOf, type NotificationPorts } from './mailer.ts'
import type { MailRow } from './queries.ts'

/**
 * Builds a mail with one message: `subject`, `title`, `text` (first paragraph and preview), `footer`, and blocks. `key`
 * determines the Message-ID, so one key is sent once.
 */
export const noticeMail = (
  ports: NotificationPorts,
  mail: Pick<MailRow, 'kind' | 'to'> & {
    readonly key: string
    readonly locale: Locale
    readonly t: (key: 'subject' | 'title' | 'text' | 'footer') => string
    readonly blocks: readonly Block[]
    readonly unsubscribe?: MailContent['unsubscribe']
  },
): MailRow => ({
  id: ports.newId(),
  messageId: `<${mail.key}@${mailHostOf(ports.mailFrom)}>`,
  kind: mail.kind,
  to: mail.to,
  locale: mail.locale,
  subject: mail.t('subject'),
  content: {
    locale: mail.locale,
    productName: ports.productName,
    title: mail.t('title'),
    preheader: mail.t('text'),
    footer: mail.t('footer'),
    ...(mail.unsubscribe ? { unsubscribe: mail.unsubscribe } : {}),
    blocks: [{ kind: 'text', text: mail.t('text') }, ...mail.blocks],
  },
})
