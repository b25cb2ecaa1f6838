import type { Locale } from '#shared/text.ts'
import type { Block, MailContent } from './layout.ts'
import { mailHostOf, type NotificationPorts } from './mailer.ts'
import type { MailRow } from './queries.ts'

/**
 * Builds a mail with one message: the sender's `subject`, `title`, `text` (first paragraph and preview) and `footer`,
 * and blocks. `key` makes its Message-ID, so the same key is sent once.
 */
export const noticeMail = (
  ports: NotificationPorts,
  of: Pick<MailRow, 'kind' | 'to'> & {
    readonly key: string
    readonly locale: Locale
    readonly t: (key: 'subject' | 'title' | 'text' | 'footer') => string
    readonly blocks: readonly Block[]
    readonly unsubscribe?: MailContent['unsubscribe']
  },
): MailRow => ({
  id: ports.newId(),
  messageId: `<${of.key}@${mailHostOf(ports.mailFrom)}>`,
  kind: of.kind,
  to: of.to,
  locale: of.locale,
  subject: of.t('subject'),
  content: {
    locale: of.locale,
    productName: ports.productName,
    title: of.t('title'),
    preheader: of.t('text'),
    footer: of.t('footer'),
    ...(of.unsubscribe ? { unsubscribe: of.unsubscribe } : {}),
    blocks: [{ kind: 'text', text: of.t('text') }, ...of.blocks],
  },
})
