import { required } from '#shared/collections.ts'
import type { Tx } from '#shared/ports.ts'
import type { RefundChange } from '#modules/money/giving/index.ts'
import { refundEntries } from '#modules/money/ledger/index.ts'
import { findPaidDonations, refundLinesOf } from './donations.ts'
import type { Refund } from './refunds.ts'

/**
 * The event of a refund that succeeded (or, as `refund.failed`, was later returned by the bank), with the data for
 * totals, levels, receipts and emails.
 */
export type RefundEventData = {
  readonly refundId: string
  readonly intentId: string
  readonly lines: readonly {
    readonly donationId: string
    readonly campaignId: string
    readonly gift: string
    readonly donorKey: string
    readonly levelId: string | null
    readonly quantity: number
    /** Pieces of the level that it releases or, if it was returned, takes back. Events of earlier versions lack it. */
    readonly pieces?: number
    /** Whether this refund leaves nothing of the donation; for a returned one, whether something is left again. */
    readonly turnsWhole: boolean
    readonly givenAt: string
  }[]
}

/** Returns the lines of a refund, its ledger entries, and the event about it. */
export async function postingOf(tx: Tx, refund: Refund) {
  const lines = await refundLinesOf(tx, [refund.id])
  const donations = new Map(
    (await findPaidDonations(tx, refund.intentId)).map((donation) => [donation.donationId, donation]),
  )
  const entries = refundEntries(
    refund.currency,
    lines.map((line) => ({ ...line, campaignId: required(donations.get(line.donationId)).campaignId })),
  )
  const event = (changedIds: readonly string[], changes: readonly RefundChange[]): RefundEventData => ({
    refundId: refund.id,
    intentId: refund.intentId,
    lines: lines.map((line) => {
      const donation = required(donations.get(line.donationId))
      return {
        donationId: line.donationId,
        campaignId: String(donation.campaignId),
        gift: line.gift.toString(),
        donorKey: donation.donorKey.toString('base64'),
        levelId: donation.levelId === null ? null : String(donation.levelId),
        quantity: donation.quantity,
        pieces: Math.abs(changes.find(({ donationId }) => donationId === line.donationId)?.releasedPieces ?? 0),
        turnsWhole: changedIds.includes(line.donationId),
        givenAt: donation.givenAt.toISOString(),
      }
    }),
  })
  return { lines, entries, event }
}
