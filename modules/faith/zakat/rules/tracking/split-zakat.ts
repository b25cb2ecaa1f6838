import { money, type Money } from '#shared/money.ts'

/** Splits an amount equally, exact to the minor unit: what cannot be shared goes to the first. Nothing for no parts. */
export function splitZakat(total: Money, parts: number): Money[] {
  if (parts < 1) return []
  const each = total.amount / BigInt(parts)
  const first = total.amount - each * BigInt(parts - 1)
  return Array.from({ length: parts }, (_, at) => money(at === 0 ? first : each, total.currency))
}
