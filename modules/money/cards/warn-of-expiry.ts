import { textsOf } from '#shared/texts/catalogue.ts'
import { isLocale } from '#shared/text.ts'
import type { Db } from '#shared/ports.ts'
import { type Block, type NotificationPorts, noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import { type EndingCard, takeEndingCards } from './queries-warnings.ts'

const batch = 500

/** The donor of a plan that has a card of its own, and the page of that plan. */
export type DonorOfCard = {
  readonly email: string
  readonly firstName: string
  readonly locale: string
  readonly url: string
}

/** A card that is about to expire, and whom to write to. */
type CardToWarnOf = Pick<EndingCard, 'id' | 'last4' | 'expMonth' | 'expYear'> & {
  readonly donor: Omit<DonorOfCard, 'url'>
  /** The page of the plan that the card belongs to; undefined: it belongs to an account. */
  readonly planUrl?: string
}

/** What only the modules above this one know of cards. */
export type PlansOfCards = {
  /** What cards are used for, said in the language of each donor, by the card's id. */
  readonly usesOf: (db: Db, cards: readonly CardToWarnOf[]) => Promise<ReadonlyMap<string, readonly Block[]>>
  /** Donors of plans with a card of their own, by the plan's id; a plan without one is not written about. */
  readonly donorsOf: (db: Db, planIds: readonly string[]) => Promise<ReadonlyMap<string, DonorOfCard>>
}

const noPlans: PlansOfCards = { usesOf: async () => new Map(), donorsOf: async () => new Map() }

/**
 * Writes to donors 30 and 7 days before a saved card ends, once each (recurring-14), and says what it is used for; for
 * the card of a plan to the donor of that plan. Answers how many cards were handled.
 */
export async function warnOfExpiry(ports: NotificationPorts, plans: PlansOfCards = noPlans): Promise<number> {
  let sum = 0
  for (;;) {
    const instant = ports.clock()
    const taken = await ports.write(async (tx) => {
      const ending = await takeEndingCards(tx, instant, batch)
      if (ending.length > 0) {
        const donors = await plans.donorsOf(
          tx,
          ending.flatMap(({ planId }) => planId ?? []),
        )
        const cards = ending.flatMap((card) => toWarnOf(card, donors))
        const uses = await plans.usesOf(tx, cards)
        await queueMails(
          tx,
          cards.map((card) => mailOf(ports, card, uses.get(card.id) ?? [])),
          instant,
        )
      }
      return ending.length
    })
    sum += taken
    if (taken < batch) return sum
  }
}

function toWarnOf(card: EndingCard, donors: ReadonlyMap<string, DonorOfCard>): CardToWarnOf[] {
  if (card.planId === null) return card.donor ? [{ ...card, donor: card.donor }] : []
  const donorOfCard = donors.get(card.planId)
  if (!donorOfCard) return []
  const { url, ...donor } = donorOfCard
  return [{ ...card, donor, planUrl: url }]
}

function mailOf(ports: NotificationPorts, { donor, planUrl, ...card }: CardToWarnOf, uses: readonly Block[]) {
  const locale = isLocale(donor.locale) ? donor.locale : 'en'
  const values = {
    product: ports.productName,
    name: `\u2068${donor.firstName}\u2069`,
    last4: `\u2066${card.last4}\u2069`,
    date: `\u2066${String(card.expMonth).padStart(2, '0')}/${card.expYear}\u2069`,
  }
  const t = textsOf('money/card-mails', locale, values)
  const mail = { key: `card.${ports.newId()}`, kind: 'card-expiring', to: donor.email, locale }
  if (planUrl !== undefined)
    return noticeMail(ports, {
      ...mail,
      t: textsOf('money/card-mails', locale, values, 'plan.'),
      blocks: [
        ...uses,
        { kind: 'text', text: t('plan.next') },
        { kind: 'button', text: t('plan.button'), url: planUrl },
      ],
    })
  return noticeMail(ports, {
    ...mail,
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
