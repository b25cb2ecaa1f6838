import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import type { Regime } from '../rules/serial.ts'
import type { Statement } from '../rules/statement.ts'
import { sha256Of, type StatementFormat, type StoredDocument } from './documents.ts'
import '../tables.ts'

type StatementRequest = {
  readonly accountId: string
  readonly fingerprint: Buffer
  readonly statement: Statement
  readonly at: Date
}

/**
 * Returns an earlier statement with the same receipts and makes it the newest of its year; undefined if there is
 * none.
 */
export const renewStatement = async (
  tx: Tx,
  { accountId, fingerprint, statement, at }: StatementRequest,
): Promise<string | undefined> =>
  (
    await tx
      .updateTable('receipts.statement')
      .set({ requested_at: at })
      .where('account_id', '=', accountId)
      .where('regime', '=', statement.regime)
      .where('tax_year', '=', statement.year)
      .where('locale', '=', statement.locale)
      .where('fingerprint', '=', fingerprint)
      .returning('id')
      .executeTakeFirst()
  )?.id

export const insertStatement = (
  tx: Tx,
  { id, accountId, fingerprint, statement, at }: StatementRequest & { readonly id: string },
) =>
  tx
    .insertInto('receipts.statement')
    .values({
      id,
      account_id: accountId,
      regime: statement.regime,
      tax_year: statement.year,
      locale: statement.locale,
      fingerprint,
      content: JSON.stringify(statement),
      requested_at: at,
    })
    .execute()

export const countStatementsSince = async (tx: Tx, accountId: string, since: Date): Promise<number> =>
  (
    await tx
      .selectFrom('receipts.statement')
      .select('id')
      .where('account_id', '=', accountId)
      .where('requested_at', '>', since)
      .execute()
  ).length

/**
 * Deletes statements that were requested before `requestedBefore` and that a newer one of the same year and language
 * supersedes, with their files.
 */
export const deleteSuperseded = (tx: Tx, requestedBefore: Date) =>
  sql`
    delete from receipts.statement s
    where s.requested_at < ${requestedBefore}
      and exists (
        select
        from receipts.statement n
        where n.account_id = s.account_id
          and n.regime = s.regime
          and n.tax_year = s.tax_year
          and n.locale = s.locale
          and n.requested_at > s.requested_at
      )
  `.execute(tx)

export type StoredStatement = {
  readonly id: string
  readonly accountId: string
  /** Null if the account's email isn't proven, because it may be someone else's. */
  readonly mailTo: string | null
  readonly regime: Regime
  readonly content: Statement
  readonly isGenerated: boolean
}

/** Finds a statement with the current email of its account. */
export const findStatement = (db: Db, id: string): Promise<StoredStatement | undefined> =>
  db
    .selectFrom('receipts.statement as s')
    .innerJoin('identity.account as a', 'a.id', 's.account_id')
    .select((e) => [
      's.id',
      's.account_id as accountId',
      e.case().when('a.email_confirmed_at', 'is not', null).then(e.ref('a.email')).end().as('mailTo'),
      's.regime',
      's.content',
      e
        .exists(
          e.selectFrom('receipts.statement_document as d').select('d.format').whereRef('d.statement_id', '=', 's.id'),
        )
        .as('isGenerated'),
    ])
    .where('s.id', '=', id)
    .executeTakeFirst() as Promise<StoredStatement | undefined>

/** Returns what an account requested in one language, and whether it is finished. */
export const statementsOf = (db: Db, accountId: string, locale: string) =>
  db
    .selectFrom('receipts.statement as s')
    .select((e) => [
      's.id',
      's.regime',
      's.tax_year as year',
      's.fingerprint',
      's.requested_at as requestedAt',
      e
        .exists(
          e.selectFrom('receipts.statement_document as d').select('d.format').whereRef('d.statement_id', '=', 's.id'),
        )
        .as('isGenerated'),
    ])
    .where('s.account_id', '=', accountId)
    .where('s.locale', '=', locale)
    .execute()

/** Finds unfinished statements that were requested in a period, because their worker died. */
export const findUnfinishedStatements = async (
  db: Db,
  between: { readonly from: Date; readonly to: Date },
  limit: number,
): Promise<string[]> =>
  (
    await db
      .selectFrom('receipts.statement as s')
      .select('s.id')
      .where('s.requested_at', '>', between.from)
      .where('s.requested_at', '<', between.to)
      .where((e) =>
        e.not(
          e.exists(
            e.selectFrom('receipts.statement_document as d').select('d.format').whereRef('d.statement_id', '=', 's.id'),
          ),
        ),
      )
      .limit(limit)
      .execute()
  ).map((row) => row.id)

export const findStatementDocument = (
  db: Db,
  statementId: string,
  format: StatementFormat,
): Promise<StoredDocument | undefined> =>
  db
    .selectFrom('receipts.statement_document')
    .select(['bytes', 'sha256'])
    .where('statement_id', '=', statementId)
    .where('format', '=', format)
    .executeTakeFirst()

/** Stores the files of a statement; returns false if it was finished before. */
export const insertStatementDocuments = async (
  tx: Tx,
  statementId: string,
  documents: readonly { format: StatementFormat; bytes: Buffer }[],
  instant: Date,
): Promise<boolean> =>
  (
    await tx
      .insertInto('receipts.statement_document')
      .values(
        documents.map(({ format, bytes }) => ({
          statement_id: statementId,
          format,
          bytes,
          sha256: sha256Of(bytes),
          generated_at: instant,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('format')
      .execute()
  ).length === documents.length
