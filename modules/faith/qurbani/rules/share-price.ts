import { divide, exponentOf, type Money, money } from '#shared/money.ts'
import { priceOfPieces } from '#modules/money/giving/rules/level-price.ts'
import { type Animal, sharesPerAnimal } from './animals.ts'

type Priced = { readonly animal: Animal; readonly animalPrice: Money }

/**
 * Returns the price of one share: a seventh of the animal's price rounded up to whole currency units, or the price of a
 * whole sheep or goat (qurbani-2).
 */
export function sharePrice({ animal, animalPrice }: Priced): Money {
  const unit = 10n ** BigInt(exponentOf(animalPrice.currency))
  const wholeUnits = divide(animalPrice.amount, BigInt(sharesPerAnimal(animal)) * unit, 'up')
  return money(wholeUnits * unit, animalPrice.currency)
}

/**
 * Returns the price of an order: the animal's price for each full animal, plus the share price for the remaining shares
 * (qurbani-2). Throws for fewer than one share.
 */
export function orderPrice(item: Priced, shares: number): Money {
  if (!Number.isSafeInteger(shares) || shares < 1) throw new RangeError(`${shares} is not a number of shares`)
  return priceOfPieces(sharePrice(item), shares, { size: sharesPerAnimal(item.animal), amount: item.animalPrice })
}
