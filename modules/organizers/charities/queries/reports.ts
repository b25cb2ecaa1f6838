import type { Selection } from 'kysely'
import type { Db, Tx, Tables } from '#shared/ports.ts'
import '../tables.ts'

/** A yearly report that a charity publishes. */
export type CharityReport = Readonly<Selection<Tables, 'organizations.report', (typeof columns)[number]>>

const columns = ['id', 'year', 'title', 'bytes'] as const

/** Lists the reports of a charity, newest year first. */
export const listReports = (db: Db, organizationId: bigint): Promise<CharityReport[]> =>
  db
    .selectFrom('organizations.report')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .orderBy('year', 'desc')
    .orderBy('added_at', 'desc')
    .orderBy('id')
    .execute()

export const findReport = (db: Db, organizationId: bigint, id: string): Promise<CharityReport | undefined> =>
  db
    .selectFrom('organizations.report')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Adds a report; returns false if the charity already has one with the same bytes. */
export async function insertCharityReport(
  tx: Tx,
  charityReport: CharityReport & { readonly organizationId: bigint; readonly digest: Buffer; readonly at: Date },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('organizations.report')
    .values({
      id: charityReport.id,
      organization_id: charityReport.organizationId,
      year: charityReport.year,
      title: charityReport.title,
      bytes: charityReport.bytes,
      digest: charityReport.digest,
      added_at: charityReport.at,
    })
    .onConflict((conflict) => conflict.constraint('report_once').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Deletes a report; a trigger records its file for the job that removes it. Returns false if it doesn't exist. */
export async function deleteReport(tx: Tx, organizationId: bigint, id: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('organizations.report')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}
