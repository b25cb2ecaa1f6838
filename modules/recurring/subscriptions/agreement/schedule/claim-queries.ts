import { sql } from 'kysely'
import type { Tx } from '#shared/ports.ts'
import { partitionCount } from '../../rules/partitions.ts'
import '../../tables.ts'
import { type OccurrenceRow, selected } from './occurrence-queries.ts'

/** Donations claimed from each partition in one turn. */
const inOneTurn = 4

/**
 * Returns subscriptions with due donations, skipping locked rows. If more are due than `limit`, half of the result is a
 * few donations from each partition in turn, starting at a different partition each time, so that no fundraiser waits
 * for another's donations (recurring-5). The other half are the longest overdue.
 */
export async function dueSubscriptions(tx: Tx, now: Date, limit: number): Promise<string[]> {
  const due = sql`subscriptions.occurrence where state = 'SCHEDULED' and due_at <= ${now}`
  const firstPartition = now.getTime() % partitionCount
  const { rows } = await sql<{ id: string }>`
    with
      turns as (
        select claimed.subscription_id
        from generate_series(${firstPartition}::int, ${firstPartition + partitionCount - 1}::int) turn
        cross join lateral (
          select subscription_id
          from ${due} and partition = turn % ${partitionCount}::int
          order by due_at
          limit ${inOneTurn}
          for update skip locked
        ) claimed
        where exists (select from ${due} order by due_at offset ${limit})
        limit ${Math.floor(limit / 2)}
      ),
      longest as (
        select subscription_id
        from ${due} and subscription_id <> all (array(select subscription_id from turns))
        order by due_at
        limit ${limit} - (select count(*) from turns)
        for update skip locked
      )
    select subscription_id as id
    from turns
    union
    select subscription_id
    from longest
  `.execute(tx)
  return rows.map(({ id }) => id)
}

/** Returns all due donations of locked subscriptions. */
export const dueOccurrences = (tx: Tx, subscriptionIds: readonly string[], now: Date): Promise<OccurrenceRow[]> =>
  subscriptionIds.length === 0
    ? Promise.resolve([])
    : selected(tx)
        .where('subscription_id', 'in', [...subscriptionIds])
        .where('state', '=', 'SCHEDULED')
        .where('due_at', '<=', now)
        .orderBy('seq')
        .execute()

/** Claims any number of donations for a worker in one statement. */
export async function claimOccurrences(
  tx: Tx,
  claims: readonly { readonly subscriptionId: string; readonly key: string; readonly chargeId: string }[],
  leaseUntil: Date,
) {
  if (claims.length === 0) return
  await sql`
    update subscriptions.occurrence o set state = 'PROCESSING', charge_id = t."chargeId", lease_until = ${leaseUntil}
    from json_to_recordset(${JSON.stringify(claims)}::json) as t("subscriptionId" uuid, key text, "chargeId" uuid)
    where o.subscription_id = t."subscriptionId" and o.occurrence_key = t.key and o.state = 'SCHEDULED'`.execute(tx)
}

/** Leases charges whose lease has expired without a result to the caller, so that only one worker checks each. */
export async function leaseLapsedCharges(
  tx: Tx,
  now: Date,
  until: Date,
  limit: number,
): Promise<{ readonly subscriptionId: string; readonly chargeId: string }[]> {
  const { rows } = await sql<{ subscriptionId: string; chargeId: string }>`
    with
      lapsed as (
        select subscription_id, occurrence_key
        from subscriptions.occurrence
        where state in ('PROCESSING', 'UNKNOWN') and lease_until <= ${now}
        order by lease_until
        limit ${limit}
        for update skip locked
      ),
      leased as (
        update subscriptions.occurrence o
        set lease_until = ${until}
        from lapsed l
        where o.subscription_id = l.subscription_id and o.occurrence_key = l.occurrence_key
        returning o.subscription_id as "subscriptionId", o.charge_id as "chargeId"
      )
    select distinct "subscriptionId", "chargeId"
    from leased
  `.execute(tx)
  return rows
}
