import { sql } from 'kysely'
import { one, ascending } from '#shared/collections.ts'
import { Problem } from '#shared/problem.ts'
import type { Db, Tx } from '#shared/ports.ts'

export type LevelHold = {
  readonly intentId: string
  readonly at: Date
  readonly levels: readonly { readonly levelId: bigint; readonly quantity: number }[]
}

/**
 * Reserves limited levels for one payment, or throws `level-sold-out` before anything is charged (content-8).
 * Idempotent per payment; a level without a limit is not reserved, so donations never lock its row.
 */
export async function reserveLevels(tx: Tx, { intentId, at, levels }: LevelHold): Promise<void> {
  // In id order, so that concurrent baskets can't deadlock.
  const inOrder = levels.toSorted((a, b) => ascending(a.levelId, b.levelId))
  for (const { levelId, quantity } of inOrder) {
    const { rows } = await sql<{ wanted: number; held: number }>`
      with
        wanted as (
          insert into campaigns.level_claim (intent_id, level_id, quantity, state, reserved_at)
          select ${intentId}::uuid, id, ${quantity}::integer, 'reserved', ${at}::timestamptz
          from campaigns.level
          where id = ${levelId}::bigint and claim_limit > 0
          on conflict (intent_id, level_id) do update
          set state = 'reserved', quantity = excluded.quantity, reserved_at = excluded.reserved_at
          where level_claim.state = 'released'
          returning level_id, quantity
        ),
        held as (
          update campaigns.level l
          set reserved = l.reserved + w.quantity
          from wanted w
          where l.id = w.level_id and l.claimed + l.reserved + w.quantity <= l.claim_limit
          returning l.id
        )
      select (select count(*)::integer from wanted) as wanted, (select count(*)::integer from held) as held
    `.execute(tx)
    const { wanted, held } = one(rows)
    if (held < wanted) throw new Problem('conflict', 'level-sold-out', { more: { levelId: String(levelId) } })
  }
}

/**
 * Turns reservations of paid donations into claims; idempotent. An expired reservation of a late success is renewed
 * while pieces remain. Returns the payments whose level was sold out: their organizers must be notified.
 */
async function claimReservedLevels(tx: Tx, intentIds: readonly string[]): Promise<string[]> {
  if (intentIds.length === 0) return []
  await sql`
    with
      moved as (
        update campaigns.level_claim
        set state = 'claimed'
        where intent_id = any(${[...intentIds]}::uuid[]) and state = 'reserved'
        returning level_id, quantity
      ),
      counted as (select level_id, sum(quantity)::integer as quantity from moved group by level_id)
    update campaigns.level l
    set reserved = l.reserved - n.quantity, claimed = l.claimed + n.quantity
    from counted n
    where l.id = n.level_id
  `.execute(tx)
  const lapsed = await tx
    .selectFrom('campaigns.level_claim')
    .select(['intent_id as intentId', 'level_id as levelId', 'quantity'])
    .where('intent_id', 'in', [...intentIds])
    .where('state', '=', 'released')
    .orderBy('level_id')
    .orderBy('intent_id')
    .forUpdate()
    .execute()
  const lost: string[] = []
  for (const { intentId, levelId, quantity } of lapsed) {
    const taken = await sql`
      with room as (
        update campaigns.level
        set claimed = claimed + ${quantity}::integer
        where id = ${levelId}::bigint and claimed + reserved + ${quantity}::integer <= claim_limit
        returning id
      )
      update campaigns.level_claim c
      set state = 'claimed'
      from room
      where c.intent_id = ${intentId}::uuid and c.level_id = room.id
      returning c.level_id
    `.execute(tx)
    if (taken.rows.length === 0) lost.push(intentId)
  }
  return lost
}

/** Returns the reservations of these payments. */
export const holdsOf = (
  db: Db,
  intentIds: readonly string[],
): Promise<{ intentId: string; levelId: bigint; quantity: number }[]> =>
  db
    .selectFrom('campaigns.level_claim')
    .select(['intent_id as intentId', 'level_id as levelId', 'quantity'])
    .where('intent_id', 'in', [...intentIds])
    .where('state', '=', 'reserved')
    .execute()

/** Releases a payment's reservations; claims stay. */
export const releaseLevels = (tx: Tx, intentId: string): Promise<void> => release(tx, [intentId])

async function release(tx: Tx, intentIds: readonly string[]): Promise<void> {
  await sql`
    with
      moved as (
        update campaigns.level_claim
        set state = 'released'
        where intent_id = any(${[...intentIds]}::uuid[]) and state = 'reserved'
        returning level_id, quantity
      ),
      freed as (select level_id, sum(quantity)::integer as quantity from moved group by level_id)
    update campaigns.level l
    set reserved = l.reserved - f.quantity
    from freed f
    where l.id = f.level_id
  `.execute(tx)
}

export type ReservationExpiry = {
  /** Reservations older than this instant have expired (30 minutes, content-8). */
  readonly reservedBefore: Date
  readonly limit: number
  /** Returns the payments that are still in progress; their reservations stay (content-8). */
  readonly stillPaying: (tx: Tx, intentIds: readonly string[]) => Promise<ReadonlySet<string>>
}

/** Releases expired reservations and returns the number of payments. Concurrent runs take different ones. */
export async function expireReservations(
  tx: Tx,
  { reservedBefore, limit, stillPaying }: ReservationExpiry,
): Promise<number> {
  const lapsed = await tx
    .selectFrom('campaigns.level_claim')
    .select('intent_id as intentId')
    .where('state', '=', 'reserved')
    .where('reserved_at', '<', reservedBefore)
    .orderBy('reserved_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  if (lapsed.length === 0) return 0
  const intentIds = [...new Set(lapsed.map((row) => row.intentId))]
  const paying = await stillPaying(tx, intentIds)
  const released = intentIds.filter((id) => !paying.has(id))
  await release(tx, released)
  return released.length
}

export type LevelReservation = {
  readonly intentId: string
  readonly levelId: bigint
  readonly quantity: number
  readonly isLimited: boolean
}

/**
 * Counts the levels of paid donations: reservations become claims. Levels without a limit are counted per batch,
 * because no donation may lock their row. Returns the payments whose limited level was sold out. The caller ensures one
 * call per donation.
 */
export async function countClaims(tx: Tx, claims: readonly LevelReservation[]): Promise<string[]> {
  const unlimited = claims.filter((claim) => !claim.isLimited)
  if (unlimited.length > 0)
    await sql`
      with
        counted as (
          select level_id, sum(quantity)::integer as quantity
          from unnest(
            ${unlimited.map((c) => c.levelId)}::bigint[], ${unlimited.map((c) => c.quantity)}::integer[]
          ) as u(level_id, quantity)
          group by level_id
        ),
        in_order as (
          select l.id
          from campaigns.level l
          join counted n on n.level_id = l.id
          where l.claim_limit <= 0
          order by l.id
          for update of l
        )
      update campaigns.level l
      set claimed = l.claimed + n.quantity
      from counted n, in_order o
      where l.id = n.level_id and o.id = l.id
    `.execute(tx)
  return claimReservedLevels(tx, [...new Set(claims.filter((claim) => claim.isLimited).map((claim) => claim.intentId))])
}

/** Pieces of a level that a refunded payment releases or reclaims. */
export type RefundedClaim = { readonly intentId: string; readonly levelId: bigint; readonly quantity: number }

/**
 * Releases the pieces of refunded donations. A level without a limit is only counted; if a limited level was sold out
 * before the claim, nothing is released. The caller ensures one call per refund.
 */
export async function releaseClaims(tx: Tx, claims: readonly RefundedClaim[]): Promise<void> {
  for (const { intentId, levelId, quantity } of inOrder(claims))
    await sql`
      with
        held as (
          select quantity, state
          from campaigns.level_claim
          where intent_id = ${intentId}::uuid and level_id = ${levelId}::bigint
          for update
        ),
        freed as (
          update campaigns.level_claim c
          set
            state = case when c.quantity > ${quantity}::integer then 'claimed' else 'released' end,
            quantity = case
              when c.quantity > ${quantity}::integer then c.quantity - ${quantity}::integer
              else c.quantity
              end
          where c.intent_id = ${intentId}::uuid and c.level_id = ${levelId}::bigint and c.state = 'claimed'
          returning 1
        )
      update campaigns.level
      set claimed = greatest(claimed - ${quantity}::integer, 0)
      where id = ${levelId}::bigint and (exists (select from freed) or not exists (select from held))
    `.execute(tx)
}

/** Reclaims pieces after a failed refund while pieces remain. Returns the payments whose level was sold out. */
export async function reclaimLevels(tx: Tx, claims: readonly RefundedClaim[]): Promise<string[]> {
  const lost: string[] = []
  for (const { intentId, levelId, quantity } of inOrder(claims)) {
    const { rows } = await sql<{ taken: boolean }>`
      with
        held as (
          select state
          from campaigns.level_claim
          where intent_id = ${intentId}::uuid and level_id = ${levelId}::bigint
          for update
        ),
        room as (
          update campaigns.level
          set claimed = claimed + ${quantity}::integer
          where id = ${levelId}::bigint
            and (
              not exists (select from held)
                or claim_limit <= 0
                or claimed + reserved + ${quantity}::integer <= claim_limit
            )
          returning id
        ),
        taken as (
          update campaigns.level_claim c
          set
            quantity = case
              when c.state = 'claimed' then c.quantity + ${quantity}::integer
              else ${quantity}::integer
              end,
            state = 'claimed'
          from room
          where c.intent_id = ${intentId}::uuid and c.level_id = room.id
          returning 1
        )
      select exists (select from room) as taken, (select count(*) from taken)
    `.execute(tx)
    if (!one(rows).taken) lost.push(intentId)
  }
  return lost
}

/** Sorts by level and payment, so that two batches can't deadlock. */
const inOrder = (claims: readonly RefundedClaim[]): RefundedClaim[] =>
  claims.toSorted((a, b) => ascending(a.levelId, b.levelId) || ascending(a.intentId, b.intentId))
