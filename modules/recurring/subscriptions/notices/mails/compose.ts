import type { MailContent } from '#modules/platform/notifications/index.ts'
import type { Notice } from '../../agreement/queue-notice.ts'
import type { MailData } from './mail-data.ts'
import { shapes } from './shapes.ts'
import { isolate } from '#shared/text.ts'
import { wordsOf } from './words.ts'

/**
 * Notices about a charity or a dispute. The platform sends them, so they never have the charity's branding
 * (content-29).
 */
const unbranded: ReadonlySet<Notice['kind']> = new Set([
  'causes-closed',
  'charity-expired',
  'charity-paused',
  'disputed',
  'causes-excluded',
  'page-paused',
  'zakat-ended',
])

/** A mail about a subscription, without recipient. */
export type PlanMail = { readonly subject: string; readonly content: MailContent }

/**
 * Composes the mail of a notice from current data. Every mail links to a page where the donor can view, pause or cancel
 * without logging in.
 */
export function composeMail(mailData: MailData): PlanMail {
  const { notice, firstName, locale, productName, brand, causes, links, subscription } = mailData
  const words = wordsOf(subscription, mailData)
  const shape = shapes[notice.kind](mailData, words)
  const salam = firstName ? words.t('salam', { name: isolate(firstName) }) : words.t('salam-anonymous')
  const params = { plan: words.plan(causes), salam, ...shape.params }
  const say = (key: string) => words.t(`${notice.kind}.${key}`, params)
  const isOver = subscription.state === 'cancelled' || subscription.state === 'ended'
  const text = say(shape.text)
  const buttons = shape.blocks.filter((block) => block.kind === 'button')
  // A guest's button already leads to the page of the plan.
  const isLinked = buttons.some(({ url }) => url === links.manage)
  return {
    // A subject is a single line, whatever a fundraiser's title contains.
    subject: say(shape.subject ?? 'subject').replace(/\s+/g, ' '),
    content: {
      locale,
      productName,
      ...(brand && !unbranded.has(notice.kind) ? { brand } : {}),
      title: say(shape.title ?? 'title'),
      preheader: text,
      footer: words.t('footer'),
      ...(shape.stop ? { unsubscribe: { text: say(shape.stop), url: links.stop } } : {}),
      blocks: [
        { kind: 'text', text },
        ...shape.blocks,
        ...(isLinked
          ? []
          : [
              {
                kind: buttons.length > 0 ? 'link' : 'button',
                text: words.t(isOver ? 'look' : 'manage'),
                url: links.manage,
              } as const,
            ]),
        ...(links.notMe && !isOver ? [{ kind: 'link', text: words.t('not-me'), url: links.notMe } as const] : []),
      ],
    },
  }
}
