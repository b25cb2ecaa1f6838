import { sql, type Selection } from 'kysely'
import type { Db, Ports, Tx, Tables } from '#shared/ports.ts'
import { accountSubjects } from './subjects/account-subjects.ts'
import { activitySubjects } from './subjects/activity-subjects.ts'
import { donationSubjects } from './subjects/donation-subjects.ts'
import type { Subjects } from './rules/cells.ts'
import './tables.ts'

/**
 * Queries for everything stored about an account, one for each subject. Excludes secrets (password and session hashes,
 * keys) and fields encrypted for a fundraiser's organizer.
 */
const subjects: Readonly<Record<string, string>> = { ...accountSubjects, ...donationSubjects, ...activitySubjects }

export async function exportedDataOf(ports: Pick<Ports, 'statement'>, accountId: string): Promise<Subjects> {
  const read = Object.entries(subjects).map(
    async ([name, text]) =>
      [name, await ports.statement<Record<string, unknown>>(`privacy.${name}`, text, [accountId])] as const,
  )
  return Object.fromEntries(await Promise.all(read))
}

export type ExportRow = Readonly<Selection<Tables, 'privacy.export', (typeof columns)[number]>>
const columns = [
  'id',
  'account_id as accountId',
  'locale',
  'requested_at as requestedAt',
  'completed_at as completedAt',
] as const

/** Returns exports that are being made or available, newest first. */
export const liveExports = (db: Db, accountId: string, completedAfter: Date): Promise<ExportRow[]> =>
  db
    .selectFrom('privacy.export')
    .select(columns)
    .where('account_id', '=', accountId)
    .where((e) => e.or([e('completed_at', 'is', null), e('completed_at', '>', completedAfter)]))
    .orderBy('requested_at', 'desc')
    .execute()

export const countExportsSince = async (db: Db, accountId: string, since: Date): Promise<number> =>
  (
    await db
      .selectFrom('privacy.export')
      .select('id')
      .where('account_id', '=', accountId)
      .where('requested_at', '>', since)
      .execute()
  ).length

/** Returns the requested export that isn't made yet. */
export const findPendingExport = async (db: Db, accountId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('privacy.export')
      .select('id')
      .where('account_id', '=', accountId)
      .where('completed_at', 'is', null)
      .executeTakeFirst()
  )?.id

export const findExport = (db: Db, id: string): Promise<ExportRow | undefined> =>
  db.selectFrom('privacy.export').select(columns).where('id', '=', id).executeTakeFirst()

/** Returns the bytes of a finished export that wasn't deleted. */
export const exportBytes = async (
  db: Db,
  input: { id: string; accountId: string; completedAfter: Date; format: 'json' | 'csv' },
): Promise<Buffer | undefined> =>
  (
    await db
      .selectFrom('privacy.export')
      .select(`${input.format} as bytes`)
      .where('id', '=', input.id)
      .where('account_id', '=', input.accountId)
      .where('completed_at', '>', input.completedAfter)
      .executeTakeFirst()
  )?.bytes ?? undefined

export const insertExport = (tx: Tx, input: { id: string; accountId: string; locale: string; at: Date }) =>
  tx
    .insertInto('privacy.export')
    .values({
      id: input.id,
      account_id: input.accountId,
      locale: input.locale,
      requested_at: input.at,
      completed_at: null,
      json: null,
      csv: null,
    })
    .execute()

/** Renews the request of an unfinished export that was requested before `requestedBefore`. */
export const renewExport = (tx: Tx, id: string, input: { requestedBefore: Date; at: Date }) =>
  tx
    .updateTable('privacy.export')
    .set({ requested_at: input.at })
    .where('id', '=', id)
    .where('requested_at', '<=', input.requestedBefore)
    .execute()

/** Saves a finished export; returns false if another worker has made it. */
export const saveExport = async (
  tx: Tx,
  id: string,
  input: { json: Buffer; csv: Buffer; at: Date },
): Promise<boolean> =>
  (await tx
    .updateTable('privacy.export')
    .set({ json: input.json, csv: input.csv, completed_at: input.at })
    .where('id', '=', id)
    .where('completed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined

export const eraseExports = (tx: Tx, accountId: string) =>
  tx.deleteFrom('privacy.export').where('account_id', '=', accountId).execute()

export const deleteExports = (tx: Tx, before: Date) =>
  sql`delete from privacy.export where completed_at < ${before}`.execute(tx)

/** Returns unconfirmed accounts created before then, without donations or pending ones, oldest first. */
export const unconfirmedWithoutDonations = async (db: Db, before: Date, limit: number): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select a.id
      from identity.account a
      where a.email_confirmed_at is null
        and a.erased_at is null
        and a.created_at < ${before}
        and a.roles = '{}'
        and a.kind = 'person'
        and not exists (select from giving.donation d where d.account_id = a.id)
        and not exists (select from giving.claim c where c.account_id = a.id)
        and not exists (
          select
          from payments.intent i
          where i.scope = 'account:' || a.id and i.state in ('CREATED', 'REQUIRES_ACTION', 'PROCESSING')
        )
        and not exists (
          select from subscriptions.subscription p where p.account_id = a.id and p.state not in ('cancelled', 'ended')
        )
      order by a.created_at
      limit ${limit}
    `.execute(db)
  ).rows.map(({ id }) => id)
