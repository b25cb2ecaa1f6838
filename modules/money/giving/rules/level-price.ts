import { add, type Money, times } from '#shared/money.ts'

/** A price for several pieces of a level together, such as the seven shares of a cow. */
export type Bundle = { readonly size: number; readonly amount: Money }

/** Returns the price of pieces: as many full bundles as possible and the remaining pieces one by one (qurbani-2). */
export function priceOfPieces(piece: Money, quantity: number, bundle?: Bundle | null): Money {
  if (!bundle) return times(piece, BigInt(quantity))
  const [pieces, size] = [BigInt(quantity), BigInt(bundle.size)]
  return add(times(bundle.amount, pieces / size), times(piece, pieces % size))
}
