import { lastOf } from '#shared/collections.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { isLocale } from '#shared/text.ts'
import type { Db } from '#shared/ports.ts'
import { type Block, type NotificationPorts, noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import type { CardPorts } from './port.ts'
import { updatePrinted } from './queries.ts'
import { claimWarnings, type ExpiringCard, findExpiringCards } from './queries-warnings.ts'

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

/** Cards that are read at the provider at a time. */
const readAtOnce = 8
const lowestId = '00000000-0000-0000-0000-000000000000'

type WarningPorts = NotificationPorts & Pick<CardPorts, 'providers'>

/**
 * Emails donors 30 and 7 days before a saved card expires, once each, with a list of its uses, if the provider knows of
 * no later expiry (recurring-14). The email about a plan's card goes to the plan's donor. Without a response of the
 * provider nothing is sent, and the next run asks again. Returns the number of cards that were read.
 */
export async function warnOfExpiry(ports: WarningPorts, plans: PlansOfCards = noPlans): Promise<number> {
  let sum = 0
  for (let after = lowestId; ;) {
    const ending = await findExpiringCards(ports.db, ports.clock(), after, batch)
    const unchanged: ExpiringCard[] = []
    for (let from = 0; from < ending.length; from += readAtOnce)
      unchanged.push(
        ...(await Promise.all(ending.slice(from, from + readAtOnce).map((card) => readUnchanged(ports, card)))).flat(),
      )
    await warn(ports, plans, unchanged)
    sum += ending.length
    if (ending.length < batch) return sum
    after = lastOf(ending).id
  }
}

/** Returns the card if its expiry is the one we know; stores another one. */
async function readUnchanged(ports: WarningPorts, card: ExpiringCard): Promise<ExpiringCard[]> {
  if (!ports.providers.isConfigured(card.provider)) return []
  const current = await ports.providers.byName(card.provider).vault.readCard(card.methodId)
  if (current.kind !== 'read') return []
  const { expMonth, expYear } = current.card
  await ports.write((tx) => updatePrinted(tx, [{ id: card.id, ...current.card }]))
  return expMonth === card.expMonth && expYear === card.expYear ? [{ ...card, last4: current.card.last4 }] : []
}

async function warn(ports: WarningPorts, plans: PlansOfCards, ending: readonly ExpiringCard[]): Promise<void> {
  if (ending.length === 0) return
  await ports.write(async (tx) => {
    const claimed = new Set(await claimWarnings(tx, ending))
    const mine = ending.filter(({ id }) => claimed.has(id))
    const donors = await plans.donorsOf(
      tx,
      mine.flatMap(({ planId }) => planId ?? []),
    )
    const cards = mine.flatMap((card) => toWarnOf(card, donors))
    const uses = await plans.usesOf(tx, cards)
    await queueMails(
      tx,
      cards.map((card) => mailOf(ports, card, uses.get(card.id) ?? [])),
      ports.clock(),
    )
  })
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
