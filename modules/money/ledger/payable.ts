import { sql } from 'kysely'
import { publicCampaignsOf } from '#modules/causes/campaigns/index.ts'
import type { Db } from '#shared/ports.ts'
import type { Money } from '#shared/money.ts'
import './tables.ts'

/**
 * Returns the amounts of a charity's campaigns that haven't been paid out yet, by currency, in minor units, without
 * zero balances. A negative amount is owed to the platform (ledger-1).
 */
export async function findPayable(db: Db, organizationId: bigint): Promise<Money[]> {
  const campaignIds = await publicCampaignsOf(db, organizationId)
  if (campaignIds.length === 0) return []
  const { rows } = await sql<Money>`
    select currency, -sum(amount)::bigint as amount from ledger.entry
    where account in ('campaign_payable', 'zakat_payable', 'campaign_reserve') and subject_id = any(${campaignIds}::bigint[])
    group by currency having sum(amount) <> 0 order by currency`.execute(db)
  return rows
}
