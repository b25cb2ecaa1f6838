import type { Ports, Tx } from '#shared/ports.ts'
import type { PaidBasket } from '#modules/money/giving/index.ts'
import { type Basket, lockBasket, saveBasket } from './basket-queries.ts'
import { basketOf, replaceBasket } from './basket-batches.ts'
import { findPaidLines, lockBasketsInRound } from './basket-payment-queries.ts'
import type { StoredLine } from './rules/line.ts'
import { removePaidLines } from './rules/paid.ts'

/** Returns the reference of a basket's current round, in which at most one payment succeeds. */
export const basketReferenceOf = (basket: Pick<Basket, 'id' | 'checkouts'>): string =>
  `basket:${basket.id}:${basket.checkouts}`

/**
 * Removes the paid lines from the basket without waiting for the outbox, and returns the basket. Never throws,
 * because the payment is final; if the basket can't be written now, the outbox closes it.
 */
export async function closePaid(ports: Ports, basket: Basket, paid: PaidBasket): Promise<Basket> {
  const next = after(basket, paid, ports.clock())
  if (!next) return basket
  try {
    return (await replaceBasket(ports, next)) ? next : ((await basketOf(ports, basket.id)) ?? basket)
  } catch (error) {
    ports.log.warn(
      { error, basketId: basket.id },
      'a basket that was paid could not be closed now; the outbox will close it',
    )
    return next
  }
}

/**
 * Returns the basket for its owner. If its payment was recorded outside the checkout (after a challenge, by a
 * look-up) and the outbox hasn't run yet, removes the paid lines now.
 */
export async function withoutPaid(ports: Ports, basket: Basket): Promise<Basket> {
  const lines =
    basket.status === 'active' && basket.lines.length > 0
      ? await findPaidLines(ports.db, basketReferenceOf(basket))
      : undefined
  if (!lines) return basket
  return closePaid(ports, basket, { id: basket.id, round: basket.checkouts, lines })
}

/**
 * Closes paid rounds in the transaction that takes the events from the outbox. Repeated reports of a round have no
 * effect.
 */
export async function closeRounds(tx: Tx, paid: readonly PaidBasket[], now: Date): Promise<void> {
  for (const { id } of await lockBasketsInRound(tx, paid)) {
    const paidBaskets = paid.filter((paidBasket) => paidBasket.id === id)
    for (const round of paidBaskets) {
      const basket = await lockBasket(tx, id)
      const next = basket && after(basket, round, now)
      if (next) await saveBasket(tx, next)
    }
  }
}

/**
 * Returns the basket without its paid lines: checked out if none are left, otherwise active (baskets-5). Undefined if
 * the round is already closed.
 */
function after(basket: Basket, paid: PaidBasket, now: Date): Basket | undefined {
  if (basket.checkouts !== paid.round) return undefined
  const storedLines = removePaidLines(basket.lines, paid.lines)
  const asPaid = (line: StoredLine): StoredLine => {
    const { amount, bundle } = paid.lines.find(({ id }) => id === line.id) ?? {}
    return { ...line, amount: amount ?? line.amount, ...(bundle ? { bundle } : {}), encryptedFields: null }
  }
  return {
    ...basket,
    ...(storedLines.length > 0
      ? { lines: storedLines, tip: 0n }
      : { lines: basket.lines.map(asPaid), status: 'checked-out' as const }),
    checkouts: basket.checkouts + 1,
    version: basket.version + 1,
    changedAt: now,
  }
}
