import { normalizeDigits } from '#shared/input/digits.ts'
import type { Animal, Unit } from '#modules/faith/qurbani/rules/animals.ts'
import { sharesPerPiece } from '#modules/faith/qurbani/rules/animals.ts'
import { orderPrice } from '#modules/faith/qurbani/rules/share-price.ts'
import { quantityLimits } from '#modules/money/giving/rules/donation.ts'
import { type Currency, type Money, money } from '#shared/money.ts'

/** Data that determines an order's price and maximum quantity. `animalPrice`: minor units. */
export type OfferedItem = {
  readonly animal: Animal
  readonly unit: Unit
  readonly currency: Currency
  readonly animalPrice: number
  readonly sharesPerAnimal: number
  /** In units; null for no limit. */
  readonly remaining: number | null
}

/** Returns the largest quantity of one order: the shares of one animal, or the maximum number of whole animals. */
export const maxQuantity = ({ unit, sharesPerAnimal, remaining }: OfferedItem): number =>
  Math.min(remaining ?? Infinity, unit === 'share' ? sharesPerAnimal : quantityLimits.max)

/** Returns the price of a quantity (qurbani-2). */
export const offeredTotalOf = (offered: OfferedItem, quantity: number): Money =>
  orderPrice(
    { animal: offered.animal, animalPrice: money(BigInt(offered.animalPrice), offered.currency) },
    quantity * sharesPerPiece(offered),
  )

/** Returns whether the quantity is all shares of one animal. */
export const isWholeAnimal = ({ unit, sharesPerAnimal }: OfferedItem, quantity: number): boolean =>
  unit === 'share' && quantity === sharesPerAnimal

/** Reads the quantity in a URL, limited to what one order can have. */
export function readQuantity(typed: string | null, offered: OfferedItem): number {
  const quantity = Number(/^\d{1,3}$/.exec(normalizeDigits(typed ?? '').trim())?.[0] ?? 1)
  return Math.max(1, Math.min(quantity, maxQuantity(offered)))
}

/** The most amounts converted in one request. */
const convertedMax = 48

/** Returns the amounts to convert to the donor's currency, in minor units, without duplicates. */
export function amountsOf(offered: OfferedItem & { readonly sharePrice: number }): number[] {
  const quantities = Math.min(maxQuantity(offered), convertedMax)
  const totals = Array.from({ length: quantities }, (_, index) => Number(offeredTotalOf(offered, index + 1).amount))
  return [...new Set([offered.sharePrice, offered.animalPrice, ...totals])]
}

type Placed = { readonly country: string; readonly animal: string }

/** Filters offers by country and animal; an empty filter matches all. */
export const filterOffers = <T extends Placed>(
  offers: readonly T[],
  { country, animal }: { readonly country: string; readonly animal: string },
): T[] =>
  offers.filter((offer) => (country === '' || offer.country === country) && (animal === '' || offer.animal === animal))
