import { sql } from 'kysely'
import type { Db } from '#shared/ports.ts'
import type { Money } from '#shared/money.ts'
import './tables.ts'

/**
 * Returns the amounts of a charity's campaigns, in whatever state, that haven't been paid out yet, with reserves, by
 * currency, in minor units, without zero balances. A negative amount is owed to the platform (ledger-1).
 */
export async function findPayable(db: Db, organizationId: bigint): Promise<Money[]> {
  const { rows } = await sql<Money>`
    select e.currency, -sum(e.amount)::bigint as amount
    from campaigns.campaign c
    join ledger.entry e on e.subject_id = c.id
    where c.organization_id = ${organizationId}
      and e.account in ('campaign_payable', 'zakat_payable', 'campaign_reserve')
    group by e.currency
    having sum(e.amount) <> 0
    order by e.currency
  `.execute(db)
  return rows
}
