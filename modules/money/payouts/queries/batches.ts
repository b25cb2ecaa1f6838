import { sql, type Selection } from 'kysely'
import { one } from '#shared/collections.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Db, Tx, Tables } from '#shared/ports.ts'
import '../tables.ts'

/** A bank file without its content; the total in minor units. */
export type Batch = Readonly<Selection<Tables, 'payouts.batch', (typeof columns)[number]>>

const columns = ['id', 'number', 'currency', 'format', 'payouts', 'total', 'sha256', 'created_at as createdAt'] as const

/** Returns the number of the next batch, which its file contains. A number may stay unused. */
export const nextBatchNumber = async (tx: Tx): Promise<bigint> =>
  one(
    (
      await sql<{
        number: bigint
      }>`select nextval(pg_get_serial_sequence('payouts.batch', 'number')) as number`.execute(tx)
    ).rows,
  ).number

export const insertBatch = (
  tx: Tx,
  batch: Batch & { readonly file: Buffer; readonly createdById: string | null },
): Promise<unknown> =>
  sql`
    insert into payouts.batch (
      id, number, currency, format, payouts, total, file, sha256, created_at, created_by
    ) overriding system value
    values (
      ${batch.id},
      ${batch.number},
      ${batch.currency},
      ${batch.format},
      ${batch.payouts},
      ${batch.total},
      ${batch.file},
      ${batch.sha256},
      ${batch.createdAt},
      ${batch.createdById}
    )
  `.execute(tx)

/** Lists batches, newest first. */
export const listBatches = (db: Db, limit: number): Promise<Batch[]> =>
  db.selectFrom('payouts.batch').select(columns).orderBy('number', 'desc').limit(limit).execute()

export const findBatch = (db: Db, id: string): Promise<Batch | undefined> =>
  db.selectFrom('payouts.batch').select(columns).where('id', '=', id).executeTakeFirst()

export const findBatchByNumber = (db: Db, number: bigint): Promise<Batch | undefined> =>
  db.selectFrom('payouts.batch').select(columns).where('number', '=', number).executeTakeFirst()

/** Returns the encrypted file of a batch. */
export const readBatchFile = async (db: Db, id: string): Promise<Buffer | undefined> =>
  (await db.selectFrom('payouts.batch').select('file').where('id', '=', id).executeTakeFirst())?.file

/** An account that a payout is paid to, with its encrypted numbers. */
export type PaidAccount = {
  readonly payoutId: string
  readonly organizationId: bigint
  readonly country: string
  readonly accountName: string
  readonly accountType: 'checking' | 'savings'
  readonly numbers: Buffer
}

/** Lists the accounts of approved payouts in a currency, by charity, the order in which they are locked. */
export const listApprovedAccounts = (db: Db, currency: Currency): Promise<PaidAccount[]> =>
  db
    .selectFrom('payouts.payout as p')
    .innerJoin('organizations.bank_details as b', 'b.id', 'p.bank_details_id')
    .select([
      'p.id as payoutId',
      'p.organization_id as organizationId',
      'b.country',
      'b.account_name as accountName',
      'b.account_type as accountType',
      'b.numbers',
    ])
    .where('p.state', '=', 'approved')
    .where('p.currency', '=', currency)
    .orderBy('p.organization_id')
    .execute()
