import { one } from '#shared/collections.ts'
import { money, toMajor } from '#shared/money.ts'
import type { StoredLine } from './line.ts'

type Paid = { readonly id: string; readonly quantity: number }

/**
 * Returns what remains of a basket after a payment: unpaid lines, and pieces that were added to a paid line
 * meanwhile. Other changes of a paid line don't matter. If a paid line joined another one, its pieces are subtracted
 * from that.
 */
export const removePaidLines = (lines: readonly StoredLine[], paid: readonly Paid[]): StoredLine[] =>
  lines.flatMap(({ joined = [], ...line }) => {
    const taken = paid
      .filter(({ id }) => id === line.id || joined.includes(id))
      .reduce((sum, { quantity }) => sum + quantity, 0)
    return line.quantity > taken ? [{ ...line, quantity: line.quantity - taken }] : []
  })

/** A line as the sender of a checkout saw it. Amounts are in decimal major units, per piece. */
export type SentLine = {
  readonly projectID: string
  readonly amount: string
  readonly feeAmount?: string | undefined
  readonly currency: string
  readonly rewardID?: string | undefined
  readonly rewardCount: number
  readonly zakah: boolean
  readonly giftAid: boolean
}

/** Matches each line with one of the sender's, by content, so the order doesn't matter; undefined if they differ. */
export function matchSentLines<Line extends SentLine>(
  lines: readonly { readonly line: StoredLine; readonly tip: bigint }[],
  sentLines: readonly Line[],
): Map<string, Line> | undefined {
  if (sentLines.length !== lines.length) return undefined
  const remainingLines = [...sentLines]
  const matched = new Map<string, Line>()
  for (const { line, tip } of lines) {
    const index = remainingLines.findIndex((sentLine) => isSame(sentLine, line, tip))
    if (index < 0) return undefined
    matched.set(line.id, one(remainingLines.splice(index, 1)))
  }
  return matched
}

function isSame(sentLine: SentLine, line: StoredLine, tip: bigint): boolean {
  const currency = line.currency
  const says = (amount: string, minor: bigint) => Number(amount) === Number(toMajor(money(minor, currency)))
  return (
    sentLine.projectID === line.campaignId &&
    sentLine.currency === line.currency &&
    (sentLine.rewardID ?? null) === line.levelId &&
    sentLine.rewardCount === line.quantity &&
    sentLine.zakah === line.isZakat &&
    sentLine.giftAid === line.giftAid &&
    says(sentLine.amount, BigInt(line.amount)) &&
    (sentLine.feeAmount === undefined || says(sentLine.feeAmount, tip))
  )
}
