import { allocate, type Currency, money } from '#shared/money.ts'

export type TippedLine = { readonly amount: bigint; readonly takesTips: boolean }

/**
 * Divides a tip among lines in proportion, rounded down, with the rest on the last one; no line gets a tip if none
 * accepts tips (amounts-7).
 */
export function tipsOf(tip: bigint, currency: Currency, lines: readonly TippedLine[]): bigint[] {
  const weights = lines.map(({ amount, takesTips }) => (takesTips ? amount : 0n))
  if (tip === 0n || weights.every((weight) => weight === 0n)) return lines.map(() => 0n)
  return allocate(money(tip, currency), weights).map(({ amount }) => amount)
}
