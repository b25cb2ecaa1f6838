import { money, type Money } from '#shared/money.ts'

/** Splits an amount equally to the minor unit. The remainder goes to the first part. Empty for 0 parts. */
export function splitZakat(total: Money, parts: number): Money[] {
  if (parts < 1) return []
  const portion = total.amount / BigInt(parts)
  const first = total.amount - portion * BigInt(parts - 1)
  return Array.from({ length: parts }, (_, index) => money(index === 0 ? first : portion, total.currency))
}
