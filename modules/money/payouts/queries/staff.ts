import { sql } from 'kysely'
import type { Currency } from '#shared/currencies.ts'
import type { LocalDate } from '#shared/calendar.ts'
import type { Db } from '#shared/ports.ts'
import '../tables.ts'

/** A row of a bank's statement that names one of our references; minor units, negative: paid by the operator. */
export type ListedStatementRow = {
  readonly id: string
  readonly bank: string
  readonly bookedOn: LocalDate
  readonly amount: bigint
  readonly currency: Currency
  readonly reference: string
  readonly meaning: 'paid' | 'returned' | 'differs'
  readonly payoutId: string | null
  readonly batchId: string | null
}

/** Lists the newest rows of bank statements. */
export const listStatementRowsOfBanks = async (db: Db, limit: number): Promise<ListedStatementRow[]> =>
  (
    await sql<ListedStatementRow>`
      select
        id,
        bank,
        booked_on as "bookedOn",
        amount,
        currency,
        reference,
        meaning,
        payout_id as "payoutId",
        batch_id as "batchId"
      from payouts.statement_row
      order by imported_at desc, id desc
      limit ${limit}
    `.execute(db)
  ).rows

/** Lists decisions that wait for a second person, oldest first. */
export const listProposals = (db: Db) =>
  db
    .selectFrom('payouts.proposal')
    .select(['subject', 'details', 'proposed_by as proposedById', 'proposed_at as proposedAt'])
    .orderBy('proposed_at')
    .limit(200)
    .execute()

/** Lists the holds that staff have set. */
export const listStaffHolds = (db: Db) =>
  db
    .selectFrom('payouts.hold as h')
    .innerJoin('organizations.organization as o', 'o.id', 'h.organization_id')
    .select(['o.id', 'o.name', 'h.reason', 'h.set_at as setAt'])
    .where('h.lifted_at', 'is', null)
    .orderBy('h.set_at')
    .execute()

/** Lists the charities whose reserve percentage staff set, each with the newest one. */
export const listSetReserves = (db: Db) =>
  db
    .selectFrom('payouts.reserve_percent as r')
    .innerJoin('organizations.organization as o', 'o.id', 'r.organization_id')
    .distinctOn('r.organization_id')
    .select(['o.id', 'o.name', 'r.percent', 'r.reason', 'r.from_at as setAt'])
    .orderBy('r.organization_id')
    .orderBy('r.from_at', 'desc')
    .execute()

/** Lists the banks whose statements were read, by name. */
export const listBanks = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('payouts.bank_mapping').select('bank').orderBy('bank').execute()).map(({ bank }) => bank)
