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
export type ClaimedLine = {
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
export function matchClaims<Claim extends ClaimedLine>(
  lines: readonly { readonly line: StoredLine; readonly tip: bigint }[],
  claims: readonly Claim[],
): Map<string, Claim> | undefined {
  if (claims.length !== lines.length) return undefined
  const remainingClaims = [...claims]
  const matched = new Map<string, Claim>()
  for (const { line, tip } of lines) {
    const index = remainingClaims.findIndex((claim) => isSame(claim, line, tip))
    if (index < 0) return undefined
    matched.set(line.id, one(remainingClaims.splice(index, 1)))
  }
  return matched
}

function isSame(claim: ClaimedLine, line: StoredLine, tip: bigint): boolean {
  const currency = line.currency
  const says = (amount: string, minor: bigint) => Number(amount) === Number(toMajor(money(minor, currency)))
  return (
    claim.projectID === line.campaignId &&
    claim.currency === line.currency &&
    (claim.rewardID ?? null) === line.levelId &&
    claim.rewardCount === line.quantity &&
    claim.zakah === line.isZakat &&
    claim.giftAid === line.giftAid &&
    says(claim.amount, BigInt(line.amount)) &&
    (claim.feeAmount === undefined || says(claim.feeAmount, tip))
  )
}
