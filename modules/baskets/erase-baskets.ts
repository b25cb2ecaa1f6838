import { sql } from 'kysely'
import type { Tx } from '#shared/ports.ts'
import './tables.ts'

/** What was never checked out goes, with what guests brought into it; of a basket that was paid for, the shell stays, without what was pressed. */
export async function eraseBaskets(tx: Tx, accountId: string): Promise<void> {
  await sql`with own as (select id, status from baskets.basket where account_id = ${accountId})
    delete from baskets.basket b using own where b.merged_into = own.id or (b.id = own.id and own.status <> 'checked-out')`.execute(tx)
  await sql`delete from baskets.press p using baskets.basket b where b.id = p.basket_id and b.account_id = ${accountId}`.execute(tx)
  await sql`update baskets.basket set lines = '[]', display_name = '', display_place = '', payment_method_id = null, newsletter = false, is_anonymous = true
    where account_id = ${accountId}`.execute(tx)
}
