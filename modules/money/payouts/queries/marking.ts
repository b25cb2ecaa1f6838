import type { Db } from '#shared/ports.ts'
import '../tables.ts'

/**
 * Whether the charge of a payment to a campaign is in a payout that isn't cancelled and didn't fail: from its draft on
 * the money is no longer free (ledger-13).
 */
export const isInLivePayout = async (
  db: Db,
  { intentId, campaignId }: { readonly intentId: string; readonly campaignId: bigint },
): Promise<boolean> =>
  (await db
    .selectFrom('payouts.line')
    .select('payout_id')
    .where('intent_id', '=', intentId)
    .where('campaign_id', '=', campaignId)
    .where('is_charge', '=', true)
    .where('is_live', '=', true)
    .limit(1)
    .executeTakeFirst()) !== undefined
