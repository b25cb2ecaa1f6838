/** Animals of a qurbani item, in the order of lists. */
export const animals = ['sheep', 'goat', 'cow', 'camel'] as const
export type Animal = (typeof animals)[number]

/** What one piece of an item is: a share of an animal, or a whole animal. */
export const units = ['share', 'animal'] as const
export type Unit = (typeof units)[number]

/** Why an animal is slaughtered: the qurbani of Eid, for a newborn child, or because of a vow. */
export const intentions = ['qurbani', 'aqiqah', 'vow'] as const
export type Intention = (typeof intentions)[number]

/** The largest number of shares that an animal has (qurbani-1). */
const maxSharesPerAnimal = 7

/** How many shares an animal has: seven for a cow or camel, one for a sheep or goat (qurbani-1). */
export const sharesPerAnimal = (animal: Animal): number =>
  animal === 'cow' || animal === 'camel' ? maxSharesPerAnimal : 1

/** Whether an animal is offered by this unit; an animal of one share is offered whole. */
export const canOffer = (animal: Animal, unit: Unit): boolean => unit === 'animal' || sharesPerAnimal(animal) > 1

/** How many shares are in one piece of an item, as its quantity counts (qurbani-1). */
export const sharesPerPiece = ({ animal, unit }: { readonly animal: Animal; readonly unit: Unit }): number =>
  unit === 'animal' ? sharesPerAnimal(animal) : 1
