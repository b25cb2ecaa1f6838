import { required } from '#shared/collections.ts'
import { createHash } from 'node:crypto'
import type { Tx } from '#shared/ports.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { SavedCard } from '#modules/money/payments/rules/attempt.ts'
import { cardJobs, type CardPorts } from './port.ts'
import { findCardByMethod, insertCard, lockCards, renewCard } from './queries.ts'
import { cardOfSource, insertMandate } from './mandate-queries.ts'
import { mandateHashInput } from './rules/mandate.ts'

/** A card that the provider saved, with the mandate for it. Consists of JSON values, because the outbox carries it. */
export type CardToSave = {
  readonly accountId: string
  readonly provider: string
  readonly card: SavedCard
  readonly agreed: {
    readonly version: string
    readonly locale: string
    readonly ip: string
    /** ISO 8601. */
    readonly at: string
    /** Id of the attempt or setup in which the donor agreed; each has one mandate. */
    readonly sourceId: string
  }
}

/**
 * Stores a card with its mandate; repeated reports store it once. The same physical card keeps its id, and a job
 * detaches the provider's older one. Returns the card's id.
 */
export async function saveCard(
  ports: Pick<CardPorts, 'newId' | 'clock' | 'enqueue'>,
  tx: Tx,
  { accountId, provider, card, agreed }: CardToSave,
): Promise<string> {
  await lockCards(tx, accountId)
  const existing = await cardOfSource(tx, agreed.sourceId)
  if (existing !== undefined) return existing
  const instant = ports.clock()
  const row = {
    id: ports.newId(),
    accountId,
    provider,
    methodId: card.method,
    brand: card.brand,
    last4: card.last4,
    expMonth: card.expMonth,
    expYear: card.expYear,
    fingerprint: card.fingerprint ?? null,
    country: card.country ?? null,
    at: instant,
  }
  const known = await findCardByMethod(tx, provider, card.method)
  const renewed = known ? undefined : await renewCard(tx, row)
  const cardId = known?.id ?? renewed?.id ?? required(await insertCard(tx, row)).id
  if (renewed)
    await ports.enqueue(
      tx,
      cardJobs.detach,
      { provider, methodId: renewed.oldMethodId },
      { key: `detach:${provider}:${renewed.oldMethodId}` },
    )
  await insertMandate(tx, {
    id: ports.newId(),
    cardId,
    accountId,
    version: agreed.version,
    locale: agreed.locale,
    textHash: createHash('sha256').update(mandateHashInput(agreed.version, agreed.locale)).digest('hex'),
    ip: agreed.ip,
    agreedAt: new Date(agreed.at),
    sourceId: agreed.sourceId,
  })
  if (!known && !renewed)
    await record(tx, {
      actor: { kind: 'account', id: accountId },
      act: 'cards.added',
      object: `card:${cardId}`,
      at: instant,
      ip: agreed.ip,
    })
  return cardId
}

/** Stores several cards, in a fixed order so that concurrent workers don't deadlock. */
export async function saveCards(
  ports: Pick<CardPorts, 'newId' | 'clock' | 'enqueue'>,
  tx: Tx,
  cards: readonly CardToSave[],
): Promise<void> {
  for (const card of [...cards].sort((a, b) => (a.accountId < b.accountId ? -1 : 1))) await saveCard(ports, tx, card)
}
