import type { Animal, Unit } from '#modules/faith/qurbani/rules/animals.ts'
import { sharesPerPiece } from '#modules/faith/qurbani/rules/animals.ts'
import { orderPrice } from '#modules/faith/qurbani/rules/share-price.ts'
import { quantityLimits } from '#modules/money/giving/rules/donation.ts'
import { type Currency, type Money, money } from '#shared/money.ts'

/** What the price of an order and its largest quantity follow from. `animalPrice`: minor units. */
export type Offered = {
  readonly animal: Animal
  readonly unit: Unit
  readonly currency: Currency
  readonly animalPrice: number
  readonly sharesPerAnimal: number
  /** In pieces; null: without a limit. */
  readonly remaining: number | null
}

/** How much of an item one order on the page takes: the shares of one animal, or as many whole animals as an order may have. */
export const maxQuantity = ({ unit, sharesPerAnimal, remaining }: Offered): number =>
  Math.min(remaining ?? Infinity, unit === 'share' ? sharesPerAnimal : quantityLimits.max)

/** The price of so many pieces (qurbani-2). */
export const totalOf = (offered: Offered, quantity: number): Money =>
  orderPrice(
    { animal: offered.animal, animalPrice: money(BigInt(offered.animalPrice), offered.currency) },
    quantity * sharesPerPiece(offered),
  )

/** Whether so many shares are the whole animal. */
export const isWholeAnimal = ({ unit, sharesPerAnimal }: Offered, quantity: number): boolean =>
  unit === 'share' && quantity === sharesPerAnimal

/** A quantity as an address has it: at least 1, at most what one order takes. */
export function readQuantity(typed: string | null, offered: Offered): number {
  const quantity = typed !== null && /^\d{1,3}$/.test(typed) ? Number(typed) : 1
  return Math.max(1, Math.min(quantity, maxQuantity(offered)))
}

/** As many amounts are converted at once. */
const convertedMax = 48

/** The amounts of an item that are also shown in the donor's currency, in minor units, each once. */
export function amountsOf(offered: Offered & { readonly sharePrice: number }): number[] {
  const quantities = Math.min(maxQuantity(offered), convertedMax)
  const totals = Array.from({ length: quantities }, (_, index) => Number(totalOf(offered, index + 1).amount))
  return [...new Set([offered.sharePrice, offered.animalPrice, ...totals])]
}

type Placed = { readonly country: string; readonly animal: string }

/** Those of a country and animal; an empty filter is none. */
export const filterOffers = <T extends Placed>(
  offers: readonly T[],
  { country, animal }: { readonly country: string; readonly animal: string },
): T[] =>
  offers.filter((offer) => (country === '' || offer.country === country) && (animal === '' || offer.animal === animal))
