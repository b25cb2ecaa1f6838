import type { Money } from '#shared/money.ts'
import type { Animal } from '../../rules/animals.ts'
import { orderPrice } from '../../rules/share-price.ts'

type Shares = { readonly held: number; readonly performed: number }

/**
 * The part of what is left of an order's payment that belongs to its shares that were not performed (qurbani-12): the
 * price of all its shares less that of the performed ones, so seven of which one was performed return less than six
 * bought alone. In proportion, if the item's price has changed since; a fraction of a minor unit goes to the donor.
 */
export function unperformedPart(
  item: { readonly animal: Animal; readonly animalPrice: Money },
  { held, performed }: Shares,
  left: bigint,
): bigint {
  if (performed >= held || left <= 0n) return 0n
  if (performed === 0) return left
  const kept = (left * orderPrice(item, performed).amount) / orderPrice(item, held).amount
  return kept < left ? left - kept : 0n
}
