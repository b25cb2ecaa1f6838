import { isLocale, translate } from '#shared/text.ts'
import { type NotificationPorts, noticeMail, queueMails } from '#modules/notifications/index.ts'
import { cardMessages } from './messages.ts'
import { type EndingCard, takeEndingCards } from './queries-warnings.ts'

const batch = 500

/** Writes to donors 30 and 7 days before a saved card ends, once each (trust.md R34). Answers how many were written to. */
export async function warnOfExpiry(ports: NotificationPorts): Promise<number> {
  let sum = 0
  for (;;) {
    const at = ports.clock()
    const taken = await ports.write(async (tx) => {
      const cards = await takeEndingCards(tx, at, batch)
      if (cards.length > 0)
        await queueMails(
          tx,
          cards.map((card) => mailOf(ports, card)),
          at,
        )
      return cards.length
    })
    sum += taken
    if (taken < batch) return sum
  }
}

function mailOf(ports: NotificationPorts, card: EndingCard) {
  const locale = isLocale(card.locale) ? card.locale : 'en'
  const said = {
    product: ports.productName,
    name: `\u2068${card.firstName}\u2069`,
    last4: `\u2066${card.last4}\u2069`,
    date: `\u2066${String(card.expMonth).padStart(2, '0')}/${card.expYear}\u2069`,
  }
  const t = (key: string) => translate(cardMessages[locale], locale, key, said)
  return noticeMail(ports, {
    key: `card.${ports.newId()}`,
    kind: 'card-expiring',
    to: card.email,
    locale,
    t,
    blocks: [
      { kind: 'text', text: t('next') },
      { kind: 'button', text: t('button'), url: `${ports.origin}/account/cards` },
    ],
  })
}
