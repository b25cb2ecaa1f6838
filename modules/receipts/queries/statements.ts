import type { Db, Tx } from '#shared/ports.ts'
import type { Regime } from '../rules/serial.ts'
import type { Statement } from '../rules/statement.ts'
import { sha256Of, type StatementFormat, type StoredDocument } from './documents.ts'
import '../tables.ts'

/** Answers the id of the statement that stands: this one, or the one asked for before with the same receipts. */
export async function insertStatement(tx: Tx, row: { id: string; accountId: string; fingerprint: Buffer; statement: Statement; at: Date }): Promise<string> {
  const { regime, year, locale } = row.statement
  await tx
    .insertInto('receipts.statement')
    .values({
      id: row.id,
      account_id: row.accountId,
      regime,
      tax_year: year,
      locale,
      fingerprint: row.fingerprint,
      facts: JSON.stringify(row.statement),
      asked_at: row.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id } = await tx
    .selectFrom('receipts.statement')
    .select('id')
    .where('account_id', '=', row.accountId)
    .where('regime', '=', regime)
    .where('tax_year', '=', year)
    .where('locale', '=', locale)
    .where('fingerprint', '=', row.fingerprint)
    .executeTakeFirstOrThrow()
  return id
}

export type StoredStatement = {
  readonly id: string
  readonly accountId: string
  readonly email: string
  readonly regime: Regime
  readonly facts: Statement
  readonly isMade: boolean
}

/** With the address of the account it belongs to, as it is now. */
export const findStatement = (db: Db, id: string): Promise<StoredStatement | undefined> =>
  db
    .selectFrom('receipts.statement as s')
    .innerJoin('identity.account as a', 'a.id', 's.account_id')
    .select((e) => [
      's.id',
      's.account_id as accountId',
      'a.email',
      's.regime',
      's.facts',
      e.exists(e.selectFrom('receipts.statement_document as d').select('d.format').whereRef('d.statement_id', '=', 's.id')).as('isMade'),
    ])
    .where('s.id', '=', id)
    .executeTakeFirst() as Promise<StoredStatement | undefined>

/** What an account asked for in one language, and whether it is made. */
export const statementsOf = (db: Db, accountId: string, locale: string) =>
  db
    .selectFrom('receipts.statement as s')
    .select((e) => [
      's.id',
      's.regime',
      's.tax_year as year',
      's.fingerprint',
      e.exists(e.selectFrom('receipts.statement_document as d').select('d.format').whereRef('d.statement_id', '=', 's.id')).as('isMade'),
    ])
    .where('s.account_id', '=', accountId)
    .where('s.locale', '=', locale)
    .execute()

/** Asked for in a time and not made: what a worker that died has left. */
export const unmadeStatements = async (db: Db, between: { readonly from: Date; readonly to: Date }, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom('receipts.statement as s')
      .select('s.id')
      .where('s.asked_at', '>', between.from)
      .where('s.asked_at', '<', between.to)
      .where((e) => e.not(e.exists(e.selectFrom('receipts.statement_document as d').select('d.format').whereRef('d.statement_id', '=', 's.id'))))
      .limit(limit)
      .execute()
  ).map((row) => row.id)

export const findStatementDocument = (db: Db, statementId: string, format: StatementFormat): Promise<StoredDocument | undefined> =>
  db
    .selectFrom('receipts.statement_document')
    .select(['bytes', 'sha256'])
    .where('statement_id', '=', statementId)
    .where('format', '=', format)
    .executeTakeFirst()

/** False: it was made before. */
export const insertStatementDocuments = async (
  tx: Tx,
  statementId: string,
  documents: readonly { format: StatementFormat; bytes: Buffer }[],
  at: Date,
): Promise<boolean> =>
  (
    await tx
      .insertInto('receipts.statement_document')
      .values(documents.map(({ format, bytes }) => ({ statement_id: statementId, format, bytes, sha256: sha256Of(bytes), made_at: at })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('format')
      .execute()
  ).length === documents.length
