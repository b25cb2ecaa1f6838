import { add, type Money, times } from '#shared/money.ts'

/** The price of a number of pieces of a level together, such as the seven shares of a cow. */
export type Bundle = { readonly size: number; readonly amount: Money }

/** Returns the price of pieces: as many bundles as they fill, and the rest piece by piece (qurbani-2). */
export function priceOfPieces(piece: Money, quantity: number, bundle?: Bundle | null): Money {
  if (!bundle) return times(piece, BigInt(quantity))
  const [pieces, size] = [BigInt(quantity), BigInt(bundle.size)]
  return add(times(bundle.amount, pieces / size), times(piece, pieces % size))
}
