import { type Allocation } from '../../rules/allocate-shares.ts'
import type { QurbaniIntention } from '#modules/money/giving/rules/qurbani-order.ts'
import { shareNumber } from './share-numbers.ts'

/** A share in the charity's list. Without a donation, the charity fills it; without an animal, the order didn't fit. */
export type ListedShare = {
  readonly number: number
  readonly animal: number | null
  readonly position: number | null
  readonly donationId: string | null
  /** Its number within the order, from 1. */
  readonly shareOfOrder: number | null
  readonly intention: QurbaniIntention
}

type WithoutAnimal = { readonly id: string; readonly shares: number; readonly intention: QurbaniIntention }

/** Returns the shares of orders that no animal has room for, numbered after all others (qurbani-10). */
export function sharesWithoutAnimal(orders: readonly WithoutAnimal[], lastNumber: number): ListedShare[] {
  let number = lastNumber
  return orders.flatMap(({ id, shares, intention }) =>
    Array.from({ length: shares }, (_, index) => ({
      number: (number += 1),
      animal: null,
      position: null,
      donationId: id,
      shareOfOrder: index + 1,
      intention,
    })),
  )
}

/** Returns the shares of an allocation by number: every place of every animal, then those of refused orders. */
export function frozenSharesOf(
  { animals, refused }: Allocation,
  orders: readonly WithoutAnimal[],
  perAnimal: number,
): ListedShare[] {
  const placed = animals.flatMap(({ number: animal, intention, places }) =>
    places.map((place, index): ListedShare => ({
      number: shareNumber({ animal, position: index + 1 }, perAnimal),
      animal,
      position: index + 1,
      donationId: place?.orderId ?? null,
      shareOfOrder: place?.share ?? null,
      intention,
    })),
  )
  const lastNumber = placed.at(-1)?.number ?? 0
  return [
    ...placed,
    ...sharesWithoutAnimal(
      orders.filter(({ id }) => refused.includes(id)),
      lastNumber,
    ),
  ]
}
