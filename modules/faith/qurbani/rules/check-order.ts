import type { Fault } from '#shared/problem.ts'
import { checkName, tidyLine } from '#modules/money/giving/rules/free-text.ts'
import { type Animal, intentions, type Intention, sharesPerPiece, type Unit } from './animals.ts'

/** The longest name of a share (qurbani-4). */
const nameMax = 80

/** What a donor says about an order: one name for each share, in order, and the intention of its animals. */
export type OrderForm = {
  readonly quantity: number
  readonly intention: string
  readonly names: readonly string[]
}

/** How many shares an order has. */
export const orderedShares = (item: { readonly animal: Animal; readonly unit: Unit }, quantity: number): number =>
  quantity * sharesPerPiece(item)

const isIntention = (text: string): text is Intention => intentions.some((known) => known === text)

/**
 * What is wrong with an order, by field (qurbani-4): at least one piece, no more names than shares, each name readable and
 * at most 80 characters, a known intention. A fault of a name is at `names.<index>`.
 */
export function checkOrder(
  item: { readonly animal: Animal; readonly unit: Unit },
  { quantity, intention, names }: OrderForm,
): Readonly<Record<string, Fault>> {
  const faults: Record<string, Fault> = {}
  const isQuantity = Number.isSafeInteger(quantity) && quantity >= 1
  if (!isQuantity) faults.quantity = { code: 'qurbani-shares-missing' }
  if (!isIntention(intention)) faults.intention = { code: 'qurbani-intention-unknown' }
  const shares = isQuantity ? orderedShares(item, quantity) : 0
  if (isQuantity && names.length > shares)
    faults.names = { code: 'qurbani-names-more-than-shares', params: { max: shares } }
  for (const [index, name] of names.entries()) {
    const fault = checkName(name, nameMax)
    if (fault) faults[`names.${index}`] = fault
  }
  return faults
}

/** One name for each share; a missing or blank one is the donor's (qurbani-4). */
export const namesOfShares = (names: readonly string[], shares: number, donorName: string): string[] =>
  Array.from({ length: shares }, (_, index) => tidyLine(names[index] ?? '') || donorName)
