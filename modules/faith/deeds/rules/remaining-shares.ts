import { type Animal, sharesPerPiece, type Unit } from '#modules/faith/qurbani/rules/animals.ts'
import { orderPrice } from '#modules/faith/qurbani/rules/share-price.ts'
import type { Money } from '#shared/money.ts'

type QurbaniItem = { readonly animal: Animal; readonly unit: Unit; readonly animalPrice: Money }

/**
 * Returns the number of shares of an order that its remaining payment covers: the fewest whose price is at least the
 * same fraction of the whole order's price (deeds-2, qurbani-2). `left` is positive.
 */
export function remainingShares(
  item: QurbaniItem,
  { quantity, paid, left }: { readonly quantity: number; readonly paid: bigint; readonly left: bigint },
): number {
  const shares = quantity * sharesPerPiece(item)
  if (left >= paid) return shares
  const whole = orderPrice(item, shares).amount
  for (let count = 1; count < shares; count++) if (orderPrice(item, count).amount * paid >= left * whole) return count
  return shares
}
