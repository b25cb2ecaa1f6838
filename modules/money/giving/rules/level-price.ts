import { add, type Money, times } from '#shared/money.ts'

/** What so many pieces of a level cost together, such as the seven shares of a cow. */
export type Bundle = { readonly size: number; readonly amount: Money }

/** What pieces cost: as many bundles as they fill, and the rest piece by piece (qurbani-2). */
export function priceOfPieces(piece: Money, quantity: number, bundle?: Bundle | null): Money {
  if (!bundle) return times(piece, BigInt(quantity))
  const [pieces, size] = [BigInt(quantity), BigInt(bundle.size)]
  return add(times(bundle.amount, pieces / size), times(piece, pieces % size))
}
