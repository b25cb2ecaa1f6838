import { sql } from 'kysely'
import type { LocalDate } from '#shared/calendar.ts'
import type { Db, Tx } from '#shared/ports.ts'
import type { ListedShare } from './rules/frozen-shares.ts'
import type { Performance } from './rules/read-performances.ts'
import './tables.ts'

export type StoredAllocation = { readonly levelId: bigint; readonly frozenAt: Date; readonly requestedAt: Date | null }
/** A frozen share with its recorded performance. */
export type FrozenShare = ListedShare & {
  readonly levelId: bigint
  readonly performedOn: LocalDate | null
  readonly place: string | null
}

const allocationColumns = ['level_id as levelId', 'frozen_at as frozenAt', 'requested_at as requestedAt'] as const
const shareColumns = [
  'level_id as levelId',
  'number',
  'animal',
  'position',
  'donation_id as donationId',
  'share_of_order as shareOfOrder',
  'intention',
  'performed_on as performedOn',
  'place',
] as const

export const findAllocation = (db: Db, levelId: bigint): Promise<StoredAllocation | undefined> =>
  db.selectFrom('qurbani.allocation').select(allocationColumns).where('level_id', '=', levelId).executeTakeFirst()

/** Locks an item's allocation, so that confirming shares and asking donors never run concurrently. */
export const lockAllocation = (tx: Tx, levelId: bigint): Promise<StoredAllocation | undefined> =>
  tx
    .selectFrom('qurbani.allocation')
    .select(allocationColumns)
    .where('level_id', '=', levelId)
    .forUpdate()
    .executeTakeFirst()

/** Allocations whose donors haven't been asked yet. */
export const listAllocationsToNotify = async (db: Db): Promise<bigint[]> =>
  (
    await db
      .selectFrom('qurbani.allocation')
      .select('level_id as id')
      .where('requested_at', 'is', null)
      .orderBy('level_id')
      .execute()
  ).map(({ id }) => id)

export const markChoicesRequested = (tx: Tx, levelId: bigint, instant: Date): Promise<unknown> =>
  tx.updateTable('qurbani.allocation').set({ requested_at: instant }).where('level_id', '=', levelId).execute()

/** Returns items with a paid order that was found after their allocation was frozen. */
export const listWithLateOrders = async (db: Db): Promise<bigint[]> =>
  (
    await sql<{ id: bigint }>`
      select distinct a.level_id as id
      from qurbani.allocation a
      join qurbani.item i on i.level_id = a.level_id
      join giving.donation d on d.campaign_id = i.campaign_id
        and d.given_at > a.frozen_at - interval '1 day'
        and d.level_id = a.level_id
      left join giving.refunded_amount r on r.donation_id = d.id
      where r.is_fully_refunded is not true and not exists (select from qurbani.share s where s.donation_id = d.id)
    `.execute(db)
  ).rows.map(({ id }) => id)

/** Marks an item's allocation as frozen; false if it already was. */
export const insertAllocation = async (tx: Tx, levelId: bigint, instant: Date): Promise<boolean> =>
  (await tx
    .insertInto('qurbani.allocation')
    .values({ level_id: levelId, frozen_at: instant })
    .onConflict((conflict) => conflict.column('level_id').doNothing())
    .returning('level_id')
    .executeTakeFirst()) !== undefined

/** Maximum number of rows per statement, because of PostgreSQL's parameter limit. */
const rowsAtOnce = 5000

export async function insertShares(tx: Tx, levelId: bigint, shares: readonly ListedShare[]): Promise<void> {
  for (let from = 0; from < shares.length; from += rowsAtOnce)
    await tx
      .insertInto('qurbani.share')
      .values(
        shares.slice(from, from + rowsAtOnce).map((share) => ({
          level_id: levelId,
          number: share.number,
          animal: share.animal,
          position: share.position,
          donation_id: share.donationId,
          share_of_order: share.shareOfOrder,
          intention: share.intention,
        })),
      )
      .execute()
}

/** Returns the shares of an item by number. */
export const listShares = (db: Db, levelId: bigint): Promise<FrozenShare[]> =>
  db.selectFrom('qurbani.share').select(shareColumns).where('level_id', '=', levelId).orderBy('number').execute()

/** Returns the shares of donations, in the order of each. */
export const listSharesOf = (db: Db, donationIds: readonly string[]): Promise<FrozenShare[]> =>
  donationIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('qurbani.share')
        .select(shareColumns)
        .where(sql<boolean>`donation_id = any(${donationIds}::uuid[])`)
        .orderBy('donation_id')
        .orderBy('share_of_order')
        .execute()

/** Returns donations with shares that were not performed, by id, after a given one. */
export const listUnperformedDonations = async (
  db: Db,
  input: { readonly levelId: bigint; readonly after: string | undefined; readonly limit: number },
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select distinct donation_id as id from qurbani.share
    where level_id = ${input.levelId} and donation_id is not null and performed_on is null
      and (${input.after ?? null}::uuid is null or donation_id > ${input.after ?? null}::uuid)
    order by 1 limit ${input.limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Records when and where shares were performed. A correction is newer than the previous mail to the donor, so a new
 * mail follows.
 */
export async function recordPerformances(
  tx: Tx,
  levelId: bigint,
  rows: readonly (Performance & { readonly number: number })[],
  instant: Date,
): Promise<void> {
  await sql`
    update qurbani.share s
    set
      performed_on = r.performed_on,
      place = r.place,
      recorded_at = greatest(${instant}::timestamptz, s.notified_at + interval '1 ms')
    from unnest(
      ${rows.map(({ number }) => number)}::integer[],
      ${rows.map(({ performedOn }) => performedOn)}::date[],
      ${rows.map(({ place }) => place)}::text[]
    ) as r(number, performed_on, place)
    where s.level_id = ${levelId} and s.number = r.number
  `.execute(tx)
}

/**
 * Locks performed shares recorded since their donor's last mail, of donations not mailed since `mailedBefore`, at most
 * `limit` donations. Concurrent processes lock different ones.
 */
export async function lockUnnotified(
  tx: Tx,
  input: { readonly mailedBefore: Date; readonly limit: number },
): Promise<FrozenShare[]> {
  const { rows } = await sql<{ levelId: bigint; number: number; donationId: string }>`
    select level_id as "levelId", number, donation_id as "donationId"
    from qurbani.share s
    where donation_id in (
      select n.donation_id
      from qurbani.share n
      where n.donation_id is not null
        and n.performed_on is not null
        and (n.notified_at is null or n.notified_at < n.recorded_at)
        and not exists (
          select
          from qurbani.share o
          where o.donation_id = n.donation_id and o.notified_at > ${input.mailedBefore}::timestamptz
        )
      group by n.donation_id
      order by n.donation_id
      limit ${input.limit}
    )
      and performed_on is not null
      and (notified_at is null or notified_at < recorded_at)
    order by level_id, number
    for update skip locked
  `.execute(tx)
  const isLocked = new Set(rows.map(({ levelId, number }) => `${levelId}.${number}`))
  const shares = await listSharesOf(tx, [...new Set(rows.map(({ donationId }) => donationId))])
  return shares.filter(({ levelId, number }) => isLocked.has(`${levelId}.${number}`))
}

export const markNotified = (tx: Tx, shares: readonly FrozenShare[], instant: Date): Promise<unknown> =>
  sql`
    update qurbani.share s
    set notified_at = ${instant}::timestamptz
    from unnest(
      ${shares.map(({ levelId }) => levelId)}::bigint[], ${shares.map(({ number }) => number)}::integer[]
    ) as r(level_id, number)
    where s.level_id = r.level_id and s.number = r.number
  `.execute(tx)
