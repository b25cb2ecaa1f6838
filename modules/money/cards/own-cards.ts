import type { RequestContext } from '#shared/endpoint.ts'
import { isUuid } from '#shared/ids.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import { type AccountViewer, isFresh } from '#modules/platform/identity/index.ts'
import type { CardView } from './contract.ts'
import { cardJobs, type CardPorts } from './port.ts'
import {
  type CardRow,
  listCurrentCards,
  lockCards,
  anonymizeCards,
  markAllRemoved,
  markCardRemoved,
  setDefault,
} from './queries.ts'
import { revokeMandates } from './mandate-queries.ts'
import { customersOf } from './queries-customers.ts'
import { expiryOf } from './rules/expiry.ts'

const notFound = () => new Problem('not-found', 'not-found')

type Listed = { readonly cards: CardView[]; readonly canAdd: boolean }

export async function listOwnCards(ports: CardPorts, viewer: AccountViewer): Promise<Listed> {
  return {
    cards: (await listCurrentCards(ports.db, viewer.accountId)).map((card) => cardViewOf(ports, card)),
    canAdd: isFresh(ports, viewer),
  }
}

export const cardViewOf = (ports: Pick<CardPorts, 'clock'>, card: CardRow): CardView => ({
  id: card.id,
  brand: card.brand,
  last4: card.last4,
  expMonth: card.expMonth,
  expYear: card.expYear,
  country: card.country,
  isDefault: card.isDefault,
  expiry: expiryOf(card, ports.clock()),
  addedAt: card.addedAt,
})

export async function makeDefault(ports: CardPorts, viewer: AccountViewer, cardId: string): Promise<Listed> {
  if (!isUuid(cardId)) throw notFound()
  await ports.write(async (tx) => {
    await lockCards(tx, viewer.accountId)
    if (!(await setDefault(tx, viewer.accountId, cardId))) throw notFound()
  })
  return listOwnCards(ports, viewer)
}

/**
 * Removes a card at once and revokes its mandates; a job detaches it at the provider. The newest remaining card
 * becomes the default.
 */
export async function removeCard(
  ports: CardPorts,
  viewer: AccountViewer,
  context: RequestContext,
  cardId: string,
): Promise<Listed> {
  if (!isUuid(cardId)) throw notFound()
  const instant = ports.clock()
  await ports.write(async (tx) => {
    await lockCards(tx, viewer.accountId)
    const removed = await markCardRemoved(tx, viewer.accountId, cardId, instant)
    if (!removed) throw notFound()
    await revokeMandates(tx, [cardId], instant)
    const [first] = await listCurrentCards(tx, viewer.accountId)
    if (first && !first.isDefault) await setDefault(tx, viewer.accountId, first.id)
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'cards.removed',
      object: `card:${cardId}`,
      at: instant,
      ip: context.ip,
    })
    await ports.enqueue(tx, cardJobs.removed, { cardId }, { key: `removed:${cardId}` })
    const { provider, methodId } = removed
    await ports.enqueue(tx, cardJobs.detach, { provider, methodId }, { key: `detach:${provider}:${methodId}` })
  })
  return listOwnCards(ports, viewer)
}

/** Deletes the cards of an account in the transaction that erases it; jobs delete them at the provider (privacy-4). */
export async function detachCards(
  ports: Pick<CardPorts, 'clock' | 'enqueue'>,
  tx: Tx,
  accountId: string,
): Promise<void> {
  await lockCards(tx, accountId)
  const instant = ports.clock()
  const removed = await markAllRemoved(tx, accountId, instant)
  await revokeMandates(
    tx,
    removed.map(({ id }) => id),
    instant,
  )
  await anonymizeCards(tx, accountId)
  for (const { provider, customerId } of await customersOf(tx, accountId))
    await ports.enqueue(
      tx,
      cardJobs.detachAll,
      { provider, customerId },
      { key: `detach_all:${provider}:${customerId}` },
    )
}
