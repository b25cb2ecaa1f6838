import { sql, type Selection } from 'kysely'
import type { Db, Tx, Tables } from '#shared/ports.ts'
import '../tables.ts'

/** A new public name that waits for staff. `name` or `nameAr` may be the present one. */
export type NameChange = Readonly<Selection<Tables, 'organizations.name_change', (typeof columns)[number]>>

const columns = [
  'id',
  'organization_id as organizationId',
  'name',
  'name_ar as nameAr',
  // The name that it looks like.
  'like_name as likeName',
] as const

/** Serializes new names of charities, so that two that are taken at once are compared with each other (content-39). */
export const lockNames = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('organizations.name', 0))`.execute(tx)

/**
 * Returns the names that others know charities by, of all charities but one: public and legal names, and new public
 * names that wait for staff.
 */
export const namesOfOthers = async (db: Db, organizationId: bigint): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select distinct n.name
    from organizations.organization o
    cross join lateral (values (o.name), (o.name_ar), (o.legal_name)) n (name)
    where o.id <> ${organizationId} and n.name <> ''
    union
    select n.name
    from organizations.name_change c
    cross join lateral (values (c.name), (c.name_ar)) n (name)
    where c.organization_id <> ${organizationId} and c.decided_at is null and n.name <> ''
    order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Stores a name until staff decide; it replaces the charity's earlier waiting name. */
export async function saveNameChange(tx: Tx, change: NameChange, at: Date): Promise<void> {
  await tx
    .deleteFrom('organizations.name_change')
    .where('organization_id', '=', change.organizationId)
    .where('decided_at', 'is', null)
    .execute()
  await tx
    .insertInto('organizations.name_change')
    .values({
      id: change.id,
      organization_id: change.organizationId,
      name: change.name,
      name_ar: change.nameAr,
      like_name: change.likeName,
      requested_at: at,
    })
    .execute()
}

/** Withdraws a charity's waiting name, such as when it keeps its name or takes another one. */
export const withdrawNameChange = (tx: Tx, organizationId: bigint) =>
  tx
    .deleteFrom('organizations.name_change')
    .where('organization_id', '=', organizationId)
    .where('decided_at', 'is', null)
    .execute()

export const findNameChange = (db: Db, id: string): Promise<NameChange | undefined> =>
  db.selectFrom('organizations.name_change').select(columns).where('id', '=', id).executeTakeFirst()

/** Returns the name that a charity waits for; undefined: none. */
export const waitingName = (db: Db, organizationId: bigint): Promise<NameChange | undefined> =>
  db
    .selectFrom('organizations.name_change')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('decided_at', 'is', null)
    .executeTakeFirst()

export const listNameChanges = (db: Db, limit: number): Promise<NameChange[]> =>
  db
    .selectFrom('organizations.name_change')
    .select(columns)
    .where('decided_at', 'is', null)
    .orderBy('requested_at')
    .limit(limit)
    .execute()

/** Records a decision; returns false if it was made before or the name was withdrawn. */
export const decideNameChange = async (
  tx: Tx,
  decision: { readonly id: string; readonly isAccepted: boolean; readonly at: Date },
): Promise<boolean> =>
  (
    await tx
      .updateTable('organizations.name_change')
      .set({ decided_at: decision.at, is_accepted: decision.isAccepted })
      .where('id', '=', decision.id)
      .where('decided_at', 'is', null)
      .returning('id')
      .execute()
  ).length > 0
