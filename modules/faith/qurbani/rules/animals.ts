/** Animals of a qurbani item, in the order of lists. */
export const animals = ['sheep', 'goat', 'cow', 'camel'] as const
export type Animal = (typeof animals)[number]

/** The unit of one piece of an item: a share of an animal, or a whole animal. */
export const units = ['share', 'animal'] as const
export type Unit = (typeof units)[number]

/** Maximum number of shares of an animal (qurbani-1). */
const maxSharesPerAnimal = 7

/** Returns the number of shares of an animal: seven for a cow or camel, one for a sheep or goat (qurbani-1). */
export const sharesPerAnimal = (animal: Animal): number =>
  animal === 'cow' || animal === 'camel' ? maxSharesPerAnimal : 1

/** Whether an animal can be offered by this unit; an animal of one share is offered whole. */
export const canOffer = (animal: Animal, unit: Unit): boolean => unit === 'animal' || sharesPerAnimal(animal) > 1

/** Returns the number of shares in one piece of an item (qurbani-1). */
export const sharesPerPiece = ({ animal, unit }: { readonly animal: Animal; readonly unit: Unit }): number =>
  unit === 'animal' ? sharesPerAnimal(animal) : 1

/** Returns the number of shares in an order of so many pieces. */
export const orderedShares = (item: { readonly animal: Animal; readonly unit: Unit }, quantity: number): number =>
  quantity * sharesPerPiece(item)
