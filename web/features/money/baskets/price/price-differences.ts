import type { Money } from '#shared/money.ts'
import type { BasketPrice } from './basket-price.ts'
import type { BasketLine } from '../line/basket-line.ts'

type Difference =
  | { readonly kind: 'added' | 'removed'; readonly name: string }
  | { readonly kind: 'amount'; readonly name: string; readonly from: Money; readonly to: Money }

/** Returns the differences between the price that the donor was about to pay and the current one. */
export function findDifferences(before: BasketPrice, after: BasketPrice): Difference[] {
  const nameOf = ({ campaign }: BasketLine): string => campaign?.name ?? ''
  const changed = before.paid.flatMap(({ line, quote }): Difference[] => {
    const now = after.paid.find((candidate) => candidate.line.id === line.id)
    if (!now) return [{ kind: 'removed', name: nameOf(line) }]
    return now.quote.gift.amount === quote.gift.amount
      ? []
      : [{ kind: 'amount', name: nameOf(line), from: quote.gift, to: now.quote.gift }]
  })
  const added = after.paid.filter(({ line }) => !before.paid.some((candidate) => candidate.line.id === line.id))
  return [...changed, ...added.map(({ line }) => ({ kind: 'added' as const, name: nameOf(line) }))]
}
