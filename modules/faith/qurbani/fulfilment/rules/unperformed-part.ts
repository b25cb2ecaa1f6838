import type { Money } from '#shared/money.ts'
import type { Animal } from '../../rules/animals.ts'
import { orderPrice } from '../../rules/share-price.ts'

type Shares = { readonly held: number; readonly performed: number }

/**
 * Returns the part of an order's remaining payment for shares that weren't performed (qurbani-12): the price of all its
 * shares minus that of the performed ones. So six unperformed shares of seven return less than six shares bought alone.
 * It is reduced in proportion if the item's price has changed since; a fraction of a minor unit goes to the donor.
 */
export function unperformedPart(
  item: { readonly animal: Animal; readonly animalPrice: Money },
  { held, performed }: Shares,
  remaining: bigint,
): bigint {
  if (performed >= held || remaining <= 0n) return 0n
  if (performed === 0) return remaining
  const kept = (remaining * orderPrice(item, performed).amount) / orderPrice(item, held).amount
  return kept < remaining ? remaining - kept : 0n
}
