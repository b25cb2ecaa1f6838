import type { Part } from '#shared/statement.ts'

/**
 * Guard for `claimGuarded`: accepts an intent if the claim it was composed for still has all its donations and the
 * subscription is active. The rows stay locked until the intent is written, so a cancellation or another worker comes
 * before or after it, never between. Locks in the order of subscriptions, like settlement.
 */
export const isStillClaimed = (rows: GuardRows): Part => guardClaim('still_claimed', "s.state = 'active'", rows)

/**
 * Guard for a donor who pays: also accepts a subscription that was paused because the donation failed, but none that
 * has ended.
 */
export const isClaimedByDonor = (rows: GuardRows): Part =>
  guardClaim('claimed_by_donor', "s.state not in ('cancelled', 'ended')", rows)

type GuardRows = readonly Readonly<Record<string, string | number>>[]

const guardClaim = (name: string, condition: string, rows: GuardRows): Part => ({
  name,
  sql: `
    with claimed as (
      select p."intentId" as intent_id, p.count
      from json_to_recordset($1::json) as p("subscriptionId" uuid, "chargeId" uuid, count int, "intentId" uuid)
      join subscriptions.subscription s on s.id = p."subscriptionId"
      join subscriptions.occurrence o on o.subscription_id = s.id and o.charge_id = p."chargeId"
      where ${condition} and o.state = 'PROCESSING' and o.charge_id = any($2::uuid[])
      order by s.id
      for update of s, o
    )
    select intent_id
    from claimed
    group by intent_id, count
    having count(*) = count
  `,
  values: [JSON.stringify(rows), rows.map(({ chargeId }) => chargeId)],
})
