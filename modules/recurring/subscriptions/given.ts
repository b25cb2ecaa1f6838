import type { Db } from '#shared/ports.ts'
import { type PaidDonation, paidDonations } from '#modules/money/giving/index.ts'
import type { ListedGift } from './mails/facts.ts'
import type { OccurrenceRow } from './queries-occurrences.ts'
import type { PaidGift } from './queries-told.ts'

/** The receipts of gifts, by the gift's id: kept by a module above this one. */
export type ReceiptsOf = (
  db: Db,
  donationIds: readonly string[],
) => Promise<ReadonlyMap<string, { readonly number: string }>>

/** What was given by a subscription so far, less what went back, and the donations it is of. */
export async function givenBy(
  db: Db,
  occurrences: readonly OccurrenceRow[],
): Promise<{ readonly count: number; readonly gift: bigint; readonly donations: readonly PaidDonation[] }> {
  const paid = occurrences.filter(({ state }) => state === 'SUCCEEDED')
  const intentIds = [...new Set(paid.flatMap(({ intentId }) => intentId ?? []))]
  const donations = await paidDonations(db, intentIds)
  const standing = new Set(donations.map(({ intentId }) => intentId))
  return {
    count: paid.filter(({ intentId }) => intentId !== null && standing.has(intentId)).length,
    gift: donations.reduce((sum, { gift }) => sum + gift, 0n),
    donations,
  }
}

/**
 * Gifts as a list of them says it. Those that were collected together after an outage of ours have one payment and one
 * receipt, so they stand together.
 */
export async function listedGifts(db: Db, gifts: readonly PaidGift[], receiptsOf: ReceiptsOf): Promise<ListedGift[]> {
  const payments = [...Map.groupBy(gifts, ({ intentId }) => intentId)]
  const donations = await paidDonations(
    db,
    payments.map(([intentId]) => intentId),
  )
  const receipts = await receiptsOf(
    db,
    donations.map(({ id }) => id),
  )
  return payments.map(([intentId, [first, ...others]]) => {
    const of = donations.filter((donation) => donation.intentId === intentId)
    const sum = (part: 'gift' | 'tip' | 'coveredFee') => of.reduce((total, each) => total + each[part], 0n)
    return {
      on: first!.on,
      number: first!.number,
      others: others.map(({ on, number }) => ({ on, number })),
      gift: sum('gift'),
      tip: sum('tip'),
      coveredFee: sum('coveredFee'),
      parts: of.map(({ id, campaignName, gift }) => ({ cause: campaignName, gift, receipt: receipts.get(id)?.number })),
    }
  })
}
