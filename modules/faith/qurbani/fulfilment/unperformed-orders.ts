import type { Currency } from '#shared/money.ts'
import type { Db } from '#shared/ports.ts'
import { findQurbaniOrders, type PaidQurbaniOrder } from '#modules/money/giving/index.ts'
import { findPaidDonations, remainingParts, type ReviewedDonation } from '#modules/money/refunds/index.ts'
import { findItemOfLevel, type Item } from '../item-queries.ts'
import { unperformedPart } from './rules/unperformed-part.ts'
import { type FrozenShare, listSharesOf } from './share-queries.ts'

/** A paid order with its frozen shares, and its donor's options for those that weren't performed. */
export type FrozenOrder = {
  readonly order: PaidQurbaniOrder
  readonly item: Item
  readonly donation: ReviewedDonation
  /** In the order of the donation; empty before the allocation is frozen. */
  readonly shares: readonly FrozenShare[]
  readonly unperformed: number
  readonly currency: Currency
  /**
   * The amount that becomes sadaqah, and the refund amount: with tip and covered fee if no share was performed. Minor
   * units.
   */
  readonly sadaqah: bigint
  readonly refund: bigint
}

/** Reads one qurbani order with its shares; undefined for any other donation. */
export async function findFrozenOrder(db: Db, donationId: string): Promise<FrozenOrder | undefined> {
  const [order] = await findQurbaniOrders(db, [donationId])
  const item = order && (await findItemOfLevel(db, order.levelId))
  const donation = order && (await findPaidDonations(db, order.intentId)).find((paid) => paid.donationId === donationId)
  if (!order || !item || !donation) return undefined
  const shares = await listSharesOf(db, [donationId])
  const unperformed = shares.filter(({ performedOn }) => performedOn === null).length
  const parts = remainingParts(donation)
  const sadaqah = partOf({ item, shares }, parts.gift)
  return {
    order,
    item,
    donation,
    shares,
    unperformed,
    currency: item.animalPrice.currency,
    sadaqah,
    refund: sadaqah === parts.gift && sadaqah > 0n ? parts.gift + parts.tip + parts.coveredFee : sadaqah,
  }
}

/** Returns the part of an order's remaining payment for its unperformed shares (qurbani-12). */
export const partOf = ({ item, shares }: Pick<FrozenOrder, 'item' | 'shares'>, remaining: bigint): bigint =>
  unperformedPart(
    item,
    { held: shares.length, performed: shares.filter(({ performedOn }) => performedOn !== null).length },
    remaining,
  )
