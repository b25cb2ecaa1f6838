import { required } from '#shared/collections.ts'
import { allocate, type Currency, money, zero } from '#shared/money.ts'
import { type StoredLine, totalOfLine } from './line.ts'

export type SkippedItem = {
  readonly id: string
  readonly reason: 'no-campaign' | 'charity-not-verified' | 'no-amount' | 'other-currency'
}

export type BasketSplit = {
  readonly lines: readonly { readonly id: string; readonly total: bigint; readonly tip: bigint }[]
  readonly skipped: readonly SkippedItem[]
  readonly subtotal: bigint
  /** The charged tip; zero if no line is charged. */
  readonly tip: bigint
}

/** The data of a line that its part of the payment depends on. */
export type SplitLine = Pick<StoredLine, 'id' | 'campaignId' | 'amount' | 'bundle' | 'quantity' | 'currency'>

export type SplitOf = {
  readonly currency: Currency
  readonly tip: bigint
  readonly isOpen: (campaignId: string) => boolean
  /** Whether the campaign's charity may receive donations. */
  readonly isVerified: (campaignId: string) => boolean
  readonly takesTips: (campaignId: string) => boolean
}

/**
 * Returns which lines can be paid in this currency and their parts of the tip: in proportion to their totals, rounded
 * down, the last takes the remainder (S2 §9; amounts-10). Campaigns without tips get no part. Lines in another
 * currency, without an open campaign of a verified charity or without a positive total are skipped, with the reason.
 */
export function splitBasket(lines: readonly SplitLine[], split: SplitOf): BasketSplit {
  const judged = lines.map((line) => ({ line, total: totalOfLine(line), reason: reasonOf(line, split) }))
  const paid = judged.filter(({ reason }) => reason === undefined)
  const skipped = judged.flatMap(({ line, reason }) => (reason ? [{ id: line.id, reason }] : []))
  if (paid.length === 0) return { lines: [], skipped, subtotal: 0n, tip: 0n }
  const totals = paid.map(({ total }) => total)
  const tipped = paid.map(({ line, total }) => (split.takesTips(line.campaignId) ? total : 0n))
  const tip = tipped.some((weight) => weight > 0n) ? split.tip : 0n
  const tips = tip > 0n ? allocate(money(tip, split.currency), tipped) : tipped.map(() => zero(split.currency))
  return {
    lines: paid.map(({ line, total }, index) => ({ id: line.id, total, tip: required(tips[index]).amount })),
    skipped,
    subtotal: totals.reduce((a, b) => a + b, 0n),
    tip,
  }
}

function reasonOf(line: SplitLine, { currency, isOpen, isVerified }: SplitOf): SkippedItem['reason'] | undefined {
  if (line.currency !== currency) return 'other-currency'
  if (totalOfLine(line) <= 0n) return 'no-amount'
  if (!isVerified(line.campaignId)) return 'charity-not-verified'
  return isOpen(line.campaignId) ? undefined : 'no-campaign'
}
