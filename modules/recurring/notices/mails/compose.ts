import type { MailContent } from '#modules/platform/notifications/index.ts'
import type { MailFacts } from './facts.ts'
import { shapes } from './shapes.ts'
import { apart, wordsOf } from './words.ts'

/** A mail about a subscription, but for who it goes to. */
export type PlanMail = { readonly subject: string; readonly content: MailContent }

/**
 * Writes the mail of a notice from what is so now. Every mail leads to where its donor can look, pause or cancel
 * without logging in.
 */
export function composeMail(facts: MailFacts): PlanMail {
  const { notice, firstName, locale, productName, causes, links, subscription } = facts
  const words = wordsOf(subscription, facts)
  const shape = shapes[notice.kind](facts, words)
  const salam = firstName ? words.t('salam', { name: apart(firstName) }) : words.t('salam-nameless')
  const params = { plan: words.plan(causes), salam, ...shape.params }
  const say = (key: string) => words.t(`${notice.kind}.${key}`, params)
  const isOver = subscription.state === 'cancelled' || subscription.state === 'ended'
  const text = say(shape.text)
  return {
    // A header has one line, whatever a fundraiser is called.
    subject: say(shape.subject ?? 'subject').replace(/\s+/g, ' '),
    content: {
      locale,
      productName,
      title: say(shape.title ?? 'title'),
      preheader: text,
      footer: words.t('footer'),
      ...(shape.stop ? { unsubscribe: { text: say(shape.stop), url: links.stop } } : {}),
      blocks: [
        { kind: 'text', text },
        ...shape.blocks,
        { kind: 'link', text: words.t(isOver ? 'look' : 'manage'), url: links.manage },
      ],
    },
  }
}
