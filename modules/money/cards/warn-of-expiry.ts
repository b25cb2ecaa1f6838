import { textsOf } from '#shared/texts/catalogue.ts'
import { isLocale } from '#shared/text.ts'
import type { Db } from '#shared/ports.ts'
import { type Block, type NotificationPorts, noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import { type EndingCard, takeEndingCards } from './queries-warnings.ts'

const batch = 500

/** What cards are used for, said in the language of each donor, by the card's id: known to modules above this one. */
export type UsesOf = (db: Db, cards: readonly EndingCard[]) => Promise<ReadonlyMap<string, readonly Block[]>>

/**
 * Writes to donors 30 and 7 days before a saved card ends, once each (recurring-14), and says what it is used for.
 * Answers how many were written to.
 */
export async function warnOfExpiry(ports: NotificationPorts, usesOf: UsesOf = async () => new Map()): Promise<number> {
  let sum = 0
  for (;;) {
    const at = ports.clock()
    const taken = await ports.write(async (tx) => {
      const cards = await takeEndingCards(tx, at, batch)
      if (cards.length > 0) {
        const uses = await usesOf(tx, cards)
        await queueMails(
          tx,
          cards.map((card) => mailOf(ports, card, uses.get(card.id) ?? [])),
          at,
        )
      }
      return cards.length
    })
    sum += taken
    if (taken < batch) return sum
  }
}

function mailOf(ports: NotificationPorts, card: EndingCard, uses: readonly Block[]) {
  const locale = isLocale(card.locale) ? card.locale : 'en'
  const said = {
    product: ports.productName,
    name: `\u2068${card.firstName}\u2069`,
    last4: `\u2066${card.last4}\u2069`,
    date: `\u2066${String(card.expMonth).padStart(2, '0')}/${card.expYear}\u2069`,
  }
  const t = textsOf('money/card-mails', locale, said)
  return noticeMail(ports, {
    key: `card.${ports.newId()}`,
    kind: 'card-expiring',
    to: card.email,
    locale,
    t,
    blocks:
      uses.length > 0
        ? // A new card is chosen for each plan by its donor, where the plan is.
          [
            ...uses,
            { kind: 'text', text: t('next-used') },
            { kind: 'button', text: t('button-used'), url: `${ports.origin}/account/giving` },
          ]
        : [
            { kind: 'text', text: t('next') },
            { kind: 'button', text: t('button'), url: `${ports.origin}/account/cards` },
          ],
  })
}
