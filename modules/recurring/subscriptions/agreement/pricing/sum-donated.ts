import type { Db } from '#shared/ports.ts'
import { type PaidDonation, findPaidDonations } from '#modules/money/giving/index.ts'
import type { OccurrenceRow } from '../schedule/occurrence-queries.ts'

/** Returns the sum of a subscription's donations so far, less refunds, and the donations. */
export async function sumDonatedBy(
  db: Db,
  occurrences: readonly OccurrenceRow[],
): Promise<{ readonly count: number; readonly gift: bigint; readonly donations: readonly PaidDonation[] }> {
  const paid = occurrences.filter(({ state }) => state === 'SUCCEEDED')
  const intentIds = [...new Set(paid.flatMap(({ intentId }) => intentId ?? []))]
  const donations = await findPaidDonations(db, intentIds)
  const donatedIntentIds = new Set(donations.map(({ intentId }) => intentId))
  return {
    count: paid.filter(({ intentId }) => intentId !== null && donatedIntentIds.has(intentId)).length,
    gift: donations.reduce((sum, { gift }) => sum + gift, 0n),
    donations,
  }
}
