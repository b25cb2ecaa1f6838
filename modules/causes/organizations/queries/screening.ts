import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import type { MatchKind } from '../rules/screening.ts'
import '../tables.ts'

export type ScreeningEntry = {
  readonly entryId: string
  readonly names: readonly string[]
  readonly birthYear: number | null
  readonly country: string
  readonly source: string
  readonly digest: string
}

const rowsAtOnce = 2000

/** Replaces a list and its entries. */
export async function replaceList(
  tx: Tx,
  input: { readonly name: string; readonly entries: readonly ScreeningEntry[]; readonly at: Date },
): Promise<void> {
  await tx.deleteFrom('organizations.screening_list').where('name', '=', input.name).execute()
  await tx
    .insertInto('organizations.screening_list')
    .values({ name: input.name, loaded_at: input.at, entries: input.entries.length })
    .execute()
  for (let from = 0; from < input.entries.length; from += rowsAtOnce)
    await tx
      .insertInto('organizations.screening_entry')
      .values(
        input.entries.slice(from, from + rowsAtOnce).map((entry) => ({
          list: input.name,
          entry_id: entry.entryId,
          names: [...entry.names],
          birth_year: entry.birthYear,
          country: entry.country,
          source: entry.source,
          digest: entry.digest,
        })),
      )
      .execute()
}

/** Returns when the newest list was loaded; undefined if there is none. */
export const newestListAt = async (db: Db): Promise<Date | undefined> =>
  (
    await db
      .selectFrom('organizations.screening_list')
      .select('loaded_at as at')
      .orderBy('loaded_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.at

/** Returns all entries of all lists. */
export const listEntriesOfLists = (db: Db): Promise<(ScreeningEntry & { readonly list: string })[]> =>
  db
    .selectFrom('organizations.screening_entry')
    .select(['list', 'entry_id as entryId', 'names', 'birth_year as birthYear', 'country', 'source', 'digest'])
    .execute()

export type ScreeningMatch = {
  readonly id: string
  readonly organizationId: bigint
  readonly subject: 'legal-name' | 'public-name' | 'person' | 'bank-holder'
  readonly screenedName: string
  readonly list: string
  readonly entryId: string
  readonly entryDigest: string
  readonly entryNames: readonly string[]
  readonly entrySource: string
  readonly score: number
  readonly foundAt: Date
  readonly state: 'open' | MatchKind
  readonly firstFinding: MatchKind | null
  readonly firstReviewedById: string | null
  readonly reason: string | null
}

const columns = [
  'id',
  'organization_id as organizationId',
  'subject',
  'screened_name as screenedName',
  'list',
  'entry_id as entryId',
  'entry_digest as entryDigest',
  'entry_names as entryNames',
  'entry_source as entrySource',
  'score',
  'found_at as foundAt',
  'state',
  'first_finding as firstFinding',
  'first_reviewed_by as firstReviewedById',
  'reason',
] as const

/** Stores new matches. A known match with an unchanged entry isn't opened again. */
export async function insertMatches(
  tx: Tx,
  rows: readonly Omit<ScreeningMatch, 'state' | 'firstFinding' | 'firstReviewedById' | 'reason'>[],
): Promise<number> {
  if (rows.length === 0) return 0
  const inserted = await tx
    .insertInto('organizations.screening_match')
    .values(
      rows.map((row) => ({
        id: row.id,
        organization_id: row.organizationId,
        subject: row.subject,
        screened_name: row.screenedName,
        list: row.list,
        entry_id: row.entryId,
        entry_digest: row.entryDigest,
        entry_names: [...row.entryNames],
        entry_source: row.entrySource,
        score: row.score,
        found_at: row.foundAt,
      })),
    )
    .onConflict((conflict) => conflict.constraint('match_once').doNothing())
    .returning('id')
    .execute()
  return inserted.length
}

/** Returns the matches of a charity, open ones first. */
export const listMatches = (db: Db, organizationId: bigint): Promise<ScreeningMatch[]> =>
  db
    .selectFrom('organizations.screening_match')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .orderBy(sql`state = 'open'`, 'desc')
    .orderBy('score', 'desc')
    .orderBy('id')
    .execute()

/** Returns matches without a decision, oldest first. */
export const listOpenMatches = (db: Db, limit: number): Promise<{ id: string; organizationId: bigint }[]> =>
  db
    .selectFrom('organizations.screening_match')
    .select(['id', 'organization_id as organizationId'])
    .where('state', '=', 'open')
    .orderBy('found_at')
    .orderBy('id')
    .limit(limit)
    .execute()

export const findMatch = (db: Db, id: string): Promise<ScreeningMatch | undefined> =>
  db.selectFrom('organizations.screening_match').select(columns).where('id', '=', id).executeTakeFirst()

/** Returns the list's entry of a match; undefined if the list no longer has it as it was when it matched. */
export const findEntryOfMatch = (
  db: Db,
  match: Pick<ScreeningMatch, 'list' | 'entryId' | 'entryDigest'>,
): Promise<Pick<ScreeningEntry, 'birthYear' | 'country'> | undefined> =>
  db
    .selectFrom('organizations.screening_entry')
    .select(['birth_year as birthYear', 'country'])
    .where('list', '=', match.list)
    .where('entry_id', '=', match.entryId)
    .where('digest', '=', match.entryDigest)
    .executeTakeFirst()

/** Whether a match blocks a charity's verification and payouts: it is open, or was confirmed. */
export const hasBlockingMatch = async (db: Db, organizationId: bigint): Promise<boolean> =>
  (await db
    .selectFrom('organizations.screening_match')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('state', 'in', ['open', 'same'])
    .executeTakeFirst()) !== undefined

export const lockMatch = (tx: Tx, id: string): Promise<ScreeningMatch | undefined> =>
  tx.selectFrom('organizations.screening_match').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

/** Stores the first reviewer's decision on a match. */
export const saveFirstFinding = (
  tx: Tx,
  id: string,
  input: { readonly finding: MatchKind; readonly byId: string; readonly reason: string },
) =>
  tx
    .updateTable('organizations.screening_match')
    .set({ first_finding: input.finding, first_reviewed_by: input.byId, first_reason: input.reason })
    .where('id', '=', id)
    .execute()

export const decideMatch = (
  tx: Tx,
  id: string,
  input: { readonly finding: MatchKind; readonly byId: string; readonly reason: string; readonly at: Date },
) =>
  tx
    .updateTable('organizations.screening_match')
    .set({ state: input.finding, decided_by: input.byId, decided_at: input.at, reason: input.reason })
    .where('id', '=', id)
    .execute()

/** Returns the charities that are screened: those that submitted a form or were ever verified, and are not closed. */
export const organizationsToScreen = async (db: Db): Promise<bigint[]> =>
  (
    await sql<{ id: bigint }>`select o.id from organizations.organization o where o.closed_at is null and not o.is_own
      and (o.verified_at is not null or exists (
        select from organizations.verification_request r where r.organization_id = o.id)) order by o.id`.execute(db)
  ).rows.map(({ id }) => id)
