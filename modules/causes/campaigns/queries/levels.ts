import { one, ascending } from '#shared/collections.ts'
import { sql } from 'kysely'
import { Problem } from '#shared/problem.ts'
import type { Db, Tx } from '#shared/ports.ts'
import { levelFieldNames, levelFields, type LevelOptions } from '../rules/level-fields.ts'
import '../tables.ts'

/** A giving level that donors may choose. Amounts in minor units of the campaign's currency. */
export type Level = LevelOptions & {
  readonly id: bigint
  readonly title: string
  readonly description: string
  readonly amount: bigint
  /** What `size` pieces cost together; null: pieces have one price. */
  readonly bundle: { readonly size: number; readonly amount: bigint } | null
  /** Shares in one piece; null: not of a qurbani item. */
  readonly shares: number | null
  readonly claimLimit: number
  readonly claimed: number
  readonly reserved: number
  readonly benefitValue: bigint
  readonly flags: number
}

/** As `json_build_object` writes it: whole numbers that may be large travel as text. */
export type LevelJson = Omit<Level, 'id' | 'amount' | 'bundle' | 'benefitValue'> & {
  readonly id: string
  readonly amount: string
  readonly bundleSize: number | null
  readonly bundleAmount: string | null
  readonly benefitValue: string
}

/** Arguments of `json_build_object` for a level `l`. */
export const levelColumns = `'id', l.id::text, 'title', l.title, 'description', l.description, 'amount', l.amount::text,
  'bundleSize', l.bundle_size, 'bundleAmount', l.bundle_amount::text, 'shares', l.shares, 'claimLimit', l.claim_limit, 'claimed', l.claimed, 'reserved', l.reserved, 'benefitValue', l.benefit_value::text, 'flags', l.flags,
  ${levelFieldNames.map((name) => `'${name}', l.${levelFields[name].column}`).join(', ')}`

export const levelOf = ({ bundleSize, bundleAmount, ...json }: LevelJson): Level => ({
  ...json,
  id: BigInt(json.id),
  amount: BigInt(json.amount),
  bundle: bundleSize && bundleAmount ? { size: bundleSize, amount: BigInt(bundleAmount) } : null,
  benefitValue: BigInt(json.benefitValue),
})

export type LevelHold = {
  readonly intentId: string
  readonly at: Date
  readonly levels: readonly { readonly levelId: bigint; readonly quantity: number }[]
}

/**
 * Holds limited levels for one payment, or refuses with `level-sold-out` before anything is charged (content-8).
 * Asking again for the same payment holds nothing more; a level without a limit is not held at all, so its row is never
 * locked by a gift.
 */
export async function reserveLevels(tx: Tx, { intentId, at, levels }: LevelHold): Promise<void> {
  // In the order of their ids, so that two baskets never wait for each other in a circle.
  const inOrder = levels.toSorted((a, b) => ascending(a.levelId, b.levelId))
  for (const { levelId, quantity } of inOrder) {
    const { rows } = await sql<{ wanted: number; held: number }>`
      with wanted as (
        insert into campaigns.level_claim (intent_id, level_id, quantity, state, reserved_at)
        select ${intentId}::uuid, id, ${quantity}::integer, 'reserved', ${at}::timestamptz from campaigns.level where id = ${levelId}::bigint and claim_limit > 0
        on conflict (intent_id, level_id) do update set state = 'reserved', quantity = excluded.quantity, reserved_at = excluded.reserved_at where level_claim.state = 'released'
        returning level_id, quantity),
      held as (
        update campaigns.level l set reserved = l.reserved + w.quantity from wanted w
        where l.id = w.level_id and l.claimed + l.reserved + w.quantity <= l.claim_limit returning l.id)
      select (select count(*)::integer from wanted) as wanted, (select count(*)::integer from held) as held`.execute(tx)
    const { wanted, held } = one(rows)
    if (held < wanted) throw new Problem('conflict', 'level-sold-out', { more: { levelId: String(levelId) } })
  }
}

/**
 * Turns what paid gifts hold into claims; a second time it finds nothing held. A hold that had lapsed before its late
 * success is taken again while there is room. Answers the payments whose level went to others meanwhile: their
 * organizers must be told.
 */
async function claimReservedLevels(tx: Tx, intentIds: readonly string[]): Promise<string[]> {
  if (intentIds.length === 0) return []
  await sql`
    with moved as (update campaigns.level_claim set state = 'claimed' where intent_id = any(${[...intentIds]}::uuid[]) and state = 'reserved' returning level_id, quantity),
    counted as (select level_id, sum(quantity)::integer as quantity from moved group by level_id)
    update campaigns.level l set reserved = l.reserved - n.quantity, claimed = l.claimed + n.quantity from counted n where l.id = n.level_id`.execute(
    tx,
  )
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
      with room as (update campaigns.level set claimed = claimed + ${quantity}::integer where id = ${levelId}::bigint and claimed + reserved + ${quantity}::integer <= claim_limit returning id)
      update campaigns.level_claim c set state = 'claimed' from room where c.intent_id = ${intentId}::uuid and c.level_id = room.id returning c.level_id`.execute(
      tx,
    )
    if (taken.rows.length === 0) lost.push(intentId)
  }
  return lost
}

/** What these payments hold. */
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

/** Gives up what a payment holds; what is already claimed stays claimed. */
export const releaseLevels = (tx: Tx, intentId: string): Promise<void> => release(tx, [intentId])

async function release(tx: Tx, intentIds: readonly string[]): Promise<void> {
  await sql`
    with moved as (update campaigns.level_claim set state = 'released' where intent_id = any(${[...intentIds]}::uuid[]) and state = 'reserved' returning level_id, quantity),
    freed as (select level_id, sum(quantity)::integer as quantity from moved group by level_id)
    update campaigns.level l set reserved = l.reserved - f.quantity from freed f where l.id = f.level_id`.execute(tx)
}

export type Expiry = {
  /** Holds taken before this instant have lapsed (30 minutes, content-8). */
  readonly reservedBefore: Date
  readonly limit: number
  /** Which of these payments are still under way: their holds stay, however late (content-8). */
  readonly stillPaying: (tx: Tx, intentIds: readonly string[]) => Promise<ReadonlySet<string>>
}

/**
 * Gives up lapsed holds and answers how many payments lost theirs. Several may run at once: each takes holds the others
 * have not.
 */
export async function expireReservations(tx: Tx, { reservedBefore, limit, stillPaying }: Expiry): Promise<number> {
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

export type Claim = {
  readonly intentId: string
  readonly levelId: bigint
  readonly quantity: number
  readonly isLimited: boolean
}

/**
 * Counts the levels of paid gifts: what was held becomes claimed, and levels without a limit are counted by the batch,
 * since no gift may lock their row. Answers the payments whose limited level went to others meanwhile. Once per gift:
 * the caller sees to it.
 */
export async function countClaims(tx: Tx, claims: readonly Claim[]): Promise<string[]> {
  const unlimited = claims.filter((claim) => !claim.isLimited)
  if (unlimited.length > 0)
    await sql`
      with counted as (
        select level_id, sum(quantity)::integer as quantity
        from unnest(${unlimited.map((c) => c.levelId)}::bigint[], ${unlimited.map((c) => c.quantity)}::integer[]) as u(level_id, quantity) group by level_id),
      in_order as (select l.id from campaigns.level l join counted n on n.level_id = l.id where l.claim_limit <= 0 order by l.id for update of l)
      update campaigns.level l set claimed = l.claimed + n.quantity from counted n, in_order o where l.id = n.level_id and o.id = l.id`.execute(
      tx,
    )
  return claimReservedLevels(tx, [...new Set(claims.filter((claim) => claim.isLimited).map((claim) => claim.intentId))])
}

/** Pieces of a level that one payment had and gave back, or has again. */
export type ClaimBack = { readonly intentId: string; readonly levelId: bigint; readonly quantity: number }

/**
 * Gives the places of refunded gifts back. A level without a limit has no claim of its own and is only counted; of a
 * limited one whose place had gone to others, nothing is given back. Once per refund: the caller sees to it.
 */
export async function releaseClaims(tx: Tx, claims: readonly ClaimBack[]): Promise<void> {
  for (const { intentId, levelId, quantity } of inOrder(claims))
    await sql`
      with held as (select quantity, state from campaigns.level_claim where intent_id = ${intentId}::uuid and level_id = ${levelId}::bigint for update),
      freed as (
        update campaigns.level_claim c set state = case when c.quantity > ${quantity}::integer then 'claimed' else 'released' end,
          quantity = case when c.quantity > ${quantity}::integer then c.quantity - ${quantity}::integer else c.quantity end
        where c.intent_id = ${intentId}::uuid and c.level_id = ${levelId}::bigint and c.state = 'claimed' returning 1)
      update campaigns.level set claimed = greatest(claimed - ${quantity}::integer, 0)
      where id = ${levelId}::bigint and (exists (select from freed) or not exists (select from held))`.execute(tx)
}

/**
 * Takes them again, where the bank undid a refund and there is room. Answers the payments whose place went to others
 * meanwhile.
 */
export async function takeClaimsAgain(tx: Tx, claims: readonly ClaimBack[]): Promise<string[]> {
  const lost: string[] = []
  for (const { intentId, levelId, quantity } of inOrder(claims)) {
    const { rows } = await sql<{ taken: boolean }>`
      with held as (select state from campaigns.level_claim where intent_id = ${intentId}::uuid and level_id = ${levelId}::bigint for update),
      room as (
        update campaigns.level set claimed = claimed + ${quantity}::integer
        where id = ${levelId}::bigint and (not exists (select from held) or claim_limit <= 0 or claimed + reserved + ${quantity}::integer <= claim_limit) returning id),
      taken as (
        update campaigns.level_claim c set quantity = case when c.state = 'claimed' then c.quantity + ${quantity}::integer else ${quantity}::integer end, state = 'claimed'
        from room where c.intent_id = ${intentId}::uuid and c.level_id = room.id returning 1)
      select exists (select from room) as taken, (select count(*) from taken)`.execute(tx)
    if (!one(rows).taken) lost.push(intentId)
  }
  return lost
}

/** By level and payment, so that two batches never wait for each other in a circle. */
const inOrder = (claims: readonly ClaimBack[]): ClaimBack[] =>
  claims.toSorted((a, b) => ascending(a.levelId, b.levelId) || ascending(a.intentId, b.intentId))
