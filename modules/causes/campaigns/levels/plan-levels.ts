import { one, ascending } from '#shared/collections.ts'
import { sql } from 'kysely'
import { Problem } from '#shared/problem.ts'
import type { Db, Tx } from '#shared/ports.ts'
import '../tables.ts'

/** A plan that was started with one piece of a level (ADR-0019). */
export type PlanLevel = { readonly subscriptionId: string; readonly levelId: bigint }

/** The level of a plan, even if it was hidden or removed since, with its current amount. */
export type LevelOfPlan = {
  readonly id: bigint
  readonly campaignId: bigint
  readonly title: string
  readonly amount: bigint
}
/** Finds a level, including hidden and sold-out ones, which `claimForPlan` checks. */
export const findLevelOfPlan = (db: Db, levelId: bigint): Promise<LevelOfPlan | undefined> =>
  db
    .selectFrom('campaigns.level')
    .select(['id', 'campaign_id as campaignId', 'title', 'amount'])
    .where('id', '=', levelId)
    .executeTakeFirst()

/**
 * Claims a piece for a new plan, or throws `level-sold-out`. Also claims levels without a limit, because they may get
 * one later.
 */
export async function claimForPlan(
  tx: Tx,
  { subscriptionId, levelId, at }: PlanLevel & { readonly at: Date },
): Promise<void> {
  const { rows } = await sql`
    with room as (
      update campaigns.level
      set claimed = claimed + 1
      where id = ${levelId}::bigint and status = 1 and (claim_limit <= 0 or claimed + reserved < claim_limit)
      returning id
    )
    insert into campaigns.level_claim (intent_id, level_id, quantity, state, reserved_at)
    select ${subscriptionId}::uuid, id, 1, 'claimed', ${at}::timestamptz
    from room
    returning level_id
  `.execute(tx)
  if (rows.length === 0) throw new Problem('conflict', 'level-sold-out')
}

/**
 * Passes a plan's claim to its first paid donation. A claim released during the payment is renewed while pieces remain.
 * Returns the payments whose level was sold out: their organizers must be notified.
 */
export async function transferPlanClaims(
  tx: Tx,
  planLevels: readonly (PlanLevel & { readonly intentId: string })[],
): Promise<string[]> {
  const lost: string[] = []
  for (const { subscriptionId, intentId, levelId } of planLevels.toSorted((a, b) => ascending(a.levelId, b.levelId))) {
    const { rows } = await sql<{ reserved: number; moved: number }>`
      with
        reservation as (
          select state
          from campaigns.level_claim
          where intent_id = ${subscriptionId}::uuid and level_id = ${levelId}::bigint
          for update
        ),
        room as (
          update campaigns.level
          set claimed = claimed + 1
          where id = ${levelId}::bigint
            and exists (select from reservation where state = 'released')
            and (claim_limit <= 0 or claimed + reserved < claim_limit)
          returning id
        ),
        moved as (
          update campaigns.level_claim
          set intent_id = ${intentId}::uuid, state = 'claimed'
          where intent_id = ${subscriptionId}::uuid
            and level_id = ${levelId}::bigint
            and (exists (select from reservation where state = 'claimed') or exists (select from room))
          returning 1
        )
      select
        (select count(*)::integer from reservation) as reserved,
        (select count(*)::integer from moved) as moved,
        (select count(*) from room)
    `.execute(tx)
    if (one(rows).moved < one(rows).reserved) lost.push(intentId)
  }
  return lost
}

/** Releases a plan's claim that no donation has taken over; idempotent. */
export async function releasePlanClaim(tx: Tx, { subscriptionId, levelId }: PlanLevel): Promise<void> {
  await sql`
    with moved as (
      update campaigns.level_claim
      set state = 'released'
      where intent_id = ${subscriptionId}::uuid and level_id = ${levelId}::bigint and state = 'claimed'
      returning level_id
    )
    update campaigns.level l
    set claimed = greatest(l.claimed - 1, 0)
    from moved m
    where l.id = m.level_id
  `.execute(tx)
}
