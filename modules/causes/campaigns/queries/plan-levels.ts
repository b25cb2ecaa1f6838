import { one, ascending } from '#shared/collections.ts'
import { sql } from 'kysely'
import { Problem } from '#shared/problem.ts'
import type { Db, Tx } from '#shared/ports.ts'
import '../tables.ts'

/** A plan that was begun with a level, one piece of it (ADR-0019). */
export type PlanLevel = { readonly subscriptionId: string; readonly levelId: bigint }

/** The level of a plan, also one that is hidden or removed by now. Its amount is what it costs today. */
export type LevelOfPlan = {
  readonly id: bigint
  readonly campaignId: bigint
  readonly title: string
  readonly amount: bigint
}
/** Also one that is hidden or sold out: `claimForPlan` judges that. */
export const findLevelOfPlan = (db: Db, levelId: bigint): Promise<LevelOfPlan | undefined> =>
  db
    .selectFrom('campaigns.level')
    .select(['id', 'campaign_id as campaignId', 'title', 'amount'])
    .where('id', '=', levelId)
    .executeTakeFirst()

/**
 * Claims a place for a plan that begins, or refuses with `level-sold-out`; also of a level without a limit, which may
 * get one meanwhile.
 */
export async function claimForPlan(
  tx: Tx,
  { subscriptionId, levelId, at }: PlanLevel & { readonly at: Date },
): Promise<void> {
  const { rows } = await sql`
    with room as (
      update campaigns.level set claimed = claimed + 1
      where id = ${levelId}::bigint and status = 1 and (claim_limit <= 0 or claimed + reserved < claim_limit) returning id)
    insert into campaigns.level_claim (intent_id, level_id, quantity, state, reserved_at)
    select ${subscriptionId}::uuid, id, 1, 'claimed', ${at}::timestamptz from room returning level_id`.execute(tx)
  if (rows.length === 0) throw new Problem('conflict', 'level-sold-out')
}

/**
 * The first paid gift of a plan takes its claim over, so that whatever becomes of that gift becomes of the claim. One
 * that was given up while the gift was being paid is taken again while there is room. Answers the payments whose place
 * went to others: their organizers must be told.
 */
export async function passPlanClaims(
  tx: Tx,
  paid: readonly (PlanLevel & { readonly intentId: string })[],
): Promise<string[]> {
  const lost: string[] = []
  for (const { subscriptionId, intentId, levelId } of paid.toSorted((a, b) => ascending(a.levelId, b.levelId))) {
    const { rows } = await sql<{ stood: number; moved: number }>`
      with standing as (
        select state from campaigns.level_claim where intent_id = ${subscriptionId}::uuid and level_id = ${levelId}::bigint for update),
      room as (
        update campaigns.level set claimed = claimed + 1
        where id = ${levelId}::bigint and exists (select from standing where state = 'released') and (claim_limit <= 0 or claimed + reserved < claim_limit)
        returning id),
      moved as (
        update campaigns.level_claim set intent_id = ${intentId}::uuid, state = 'claimed'
        where intent_id = ${subscriptionId}::uuid and level_id = ${levelId}::bigint
          and (exists (select from standing where state = 'claimed') or exists (select from room)) returning 1)
      select (select count(*)::integer from standing) as stood, (select count(*)::integer from moved) as moved, (select count(*) from room)`.execute(
      tx,
    )
    if (one(rows).moved < one(rows).stood) lost.push(intentId)
  }
  return lost
}

/** Gives up what a plan has claimed and no gift has taken over; others may have it. A second time nothing happens. */
export async function giveUpPlanClaim(tx: Tx, { subscriptionId, levelId }: PlanLevel): Promise<void> {
  await sql`
    with moved as (
      update campaigns.level_claim set state = 'released'
      where intent_id = ${subscriptionId}::uuid and level_id = ${levelId}::bigint and state = 'claimed' returning level_id)
    update campaigns.level l set claimed = greatest(l.claimed - 1, 0) from moved m where l.id = m.level_id`.execute(tx)
}
