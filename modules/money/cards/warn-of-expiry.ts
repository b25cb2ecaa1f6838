import { textsOf } from '#shared/texts/catalogue.ts'
import { isLocale } from '#shared/text.ts'
import type { Db } from '#shared/ports.ts'
import { type Block, type NotificationPorts, noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import { type ExpiringCard, claimExpiringCards } from './queries-warnings.ts'

const batch = 500

/** The donor of a plan that has its own card, and the URL of that plan. */
export type DonorOfCard = {
  readonly email: string
  readonly firstName: string
  readonly locale: string
  readonly url: string
}

/** A card that is about to expire, and the recipient of the warning. */
type CardWarning = Pick<ExpiringCard, 'id' | 'last4' | 'expMonth' | 'expYear'> & {
  readonly donor: Omit<DonorOfCard, 'url'>
  /** URL of the card's plan; undefined if it is an account's card. */
  readonly planUrl?: string
}

/** Data about cards that only modules above this one have. */
export type PlansOfCards = {
  /** Describes the uses of each card in its donor's language, by the card's id. */
  readonly usesOf: (db: Db, cards: readonly CardWarning[]) => Promise<ReadonlyMap<string, readonly Block[]>>
  /** Returns the donors of plans with their own card, by plan id. Plans that are absent get no email. */
  readonly donorsOf: (db: Db, planIds: readonly string[]) => Promise<ReadonlyMap<string, DonorOfCard>>
}

const noPlans: PlansOfCards = { usesOf: async () => new Map(), donorsOf: async () => new Map() }

/**
 * Emails donors 30 and 7 days before a saved card expires, once each, with a list of its uses (recurring-14). The
 * email about a plan's card goes to the plan's donor. Returns the number of handled cards.
 */
export async function warnOfExpiry(ports: NotificationPorts, plans: PlansOfCards = noPlans): Promise<number> {
  let sum = 0
  for (;;) {
    const instant = ports.clock()
    const taken = await ports.write(async (tx) => {
      const ending = await claimExpiringCards(tx, instant, batch)
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

function toWarnOf(card: ExpiringCard, donors: ReadonlyMap<string, DonorOfCard>): CardWarning[] {
  if (card.planId === null) return card.donor ? [{ ...card, donor: card.donor }] : []
  const donorOfCard = donors.get(card.planId)
  if (!donorOfCard) return []
  const { url, ...donor } = donorOfCard
  return [{ ...card, donor, planUrl: url }]
}

function mailOf(ports: NotificationPorts, { donor, planUrl, ...card }: CardWarning, uses: readonly Block[]) {
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
        ? // The donor chooses a new card for each plan, on the plan's page.
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
