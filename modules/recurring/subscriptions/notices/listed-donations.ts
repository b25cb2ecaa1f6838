import { one } from '#shared/collections.ts'
import type { Db } from '#shared/ports.ts'
import { findPaidDonations } from '#modules/money/giving/index.ts'
import type { ListedDonation } from './mails/mail-data.ts'
import type { PaidOccurrence } from './notice-queries.ts'

/** Returns the receipts of donations by donation id; a module above this one implements it. */
export type ReceiptsOf = (
  db: Db,
  donationIds: readonly string[],
) => Promise<ReadonlyMap<string, { readonly number: string }>>

/**
 * Groups donations for a list. Donations collected in one payment after an outage share a receipt, so they are one
 * entry.
 */
export async function listedDonations(
  db: Db,
  occurrences: readonly PaidOccurrence[],
  receiptsOf: ReceiptsOf,
): Promise<ListedDonation[]> {
  const payments = [...Map.groupBy(occurrences, ({ intentId }) => intentId)]
  const donations = await findPaidDonations(
    db,
    payments.map(([intentId]) => intentId),
  )
  const receipts = await receiptsOf(
    db,
    donations.map(({ id }) => id),
  )
  return payments.map(([intentId, paidTogether]) => {
    const { on, number } = one(paidTogether)
    const paidDonations = donations.filter((donation) => donation.intentId === intentId)
    const sum = (part: 'gift' | 'tip' | 'coveredFee') =>
      paidDonations.reduce((total, paidDonation) => total + paidDonation[part], 0n)
    return {
      on,
      number,
      others: paidTogether.slice(1).map((other) => ({ on: other.on, number: other.number })),
      gift: sum('gift'),
      tip: sum('tip'),
      coveredFee: sum('coveredFee'),
      parts: paidDonations.map(({ id, campaignName, gift }) => ({
        cause: campaignName,
        gift,
        receipt: receipts.get(id)?.number,
      })),
    }
  })
}
