import { type RawBuilder, sql } from 'kysely'
import { one } from '#shared/collections.ts'
import { currencies } from '#shared/currencies.ts'
import type { Db, Ports, Tx } from '#shared/ports.ts'
import { majorAmount } from '../rules/segments.ts'
import '../tables.ts'

type Sql = RawBuilder<unknown>

const majorAmounts = JSON.stringify(
  Object.fromEntries(currencies.map((currency) => [currency, String(majorAmount(currency).amount)])),
)

/** SQL for whether a donor with this sum in this currency is a major donor. */
export const isMajorSum = (currency: Sql, sum: Sql): Sql =>
  sql`coalesce(${sum} >= (${majorAmounts}::jsonb ->> ${currency})::bigint, false)`

/** SQL for the figures of donors from their donations `d` to campaigns `c`, the columns of `donor_total`. */
const totalsOfDonations = (donations: Sql): Sql => sql`
  select
    g.donor_key,
    g.organization_id,
    g.is_anonymous,
    sum(g.donations)::integer as donations,
    jsonb_object_agg(g.currency, g.total) as totals,
    max(g.last_at) as last_at,
    (array_agg(g.last_id order by g.last_at desc, g.last_id desc))[1] as last_id,
    bool_or(${isMajorSum(sql`g.currency`, sql`g.total`)}) as is_major,
    bool_or(g.has_zakat) as has_zakat,
    bool_or(g.has_plan) as has_plan,
    bool_or(g.has_monthly_plan) as has_monthly_plan
  from (
    select
      d.donor_key,
      c.organization_id,
      d.is_anonymous,
      d.currency,
      count(*) filter (where r.is_fully_refunded is not true) as donations,
      sum(d.gift - coalesce(r.gift, 0))::bigint as total,
      max(d.given_at) as last_at,
      (array_agg(d.id order by d.given_at desc, d.id desc))[1] as last_id,
      bool_or(d.is_zakat and r.is_fully_refunded is not true) as has_zakat,
      coalesce(bool_or(s.state = 'active' and m.id is not null), false) as has_plan,
      coalesce(bool_or(s.state = 'active' and m.id is not null and o.frequency = 'month'), false) as has_monthly_plan
    from ${donations}
    left join giving.refunded_amount r on r.donation_id = d.id
    left join subscriptions.subscription s on s.id = d.subscription_id
    left join plans.plan o on o.id = s.plan_id
    left join campaigns.campaign m on m.id = o.campaign_id and m.organization_id = c.organization_id
    group by 1, 2, 3, 4
  ) g
  group by 1, 2, 3
`

/**
 * SQL for a table of the figures of a charity's donors: those that the worker computed, which are about a second behind,
 * or those of all its donations while they aren't complete.
 */
export async function findTotals(
  db: Db,
  { organizationId, isAnonymous }: { readonly organizationId: bigint; readonly isAnonymous: boolean },
): Promise<Sql> {
  const fill = await db.selectFrom('charity_donors.donor_total_fill').select('is_complete').executeTakeFirst()
  return fill?.is_complete
    ? sql`charity_donors.donor_total`
    : sql`(
        ${totalsOfDonations(sql`
          (select * from campaigns.campaign where organization_id = ${organizationId}) c
          join giving.donation d on d.campaign_id = c.id and d.is_anonymous = ${isAnonymous}
        `)}
      )`
}

/** Locks the figures, so that one transaction at a time computes some; its later statements see all that others wrote. */
const lockTotals = (tx: Tx) =>
  tx
    .selectFrom('charity_donors.donor_total_fill')
    .select(['last_key as lastKey', 'is_complete as isComplete'])
    .forUpdate()
    .executeTakeFirstOrThrow()

/** SQL that computes the figures of the donors of a table `changed` of keys. */
const writeTotals = sql`
  computed as materialized (
    ${totalsOfDonations(sql`
      changed k
      cross join lateral (select * from giving.donation n where n.donor_key = k.donor_key offset 0) d
      join campaigns.campaign c on c.id = d.campaign_id
    `)}
  ), removed as (
    delete from charity_donors.donor_total t
    using changed k
    where t.donor_key = k.donor_key
      and not exists (
        select
        from computed n
        where n.donor_key = t.donor_key and n.organization_id = t.organization_id and n.is_anonymous = t.is_anonymous
      )
  ), written as (
    insert into charity_donors.donor_total as t
      (donor_key, organization_id, is_anonymous, donations, totals, last_at, last_id, is_major, has_zakat, has_plan, has_monthly_plan)
    select * from computed order by 1, 2, 3
    on conflict (donor_key, organization_id, is_anonymous) do update
    set
      donations = excluded.donations,
      totals = excluded.totals,
      last_at = excluded.last_at,
      last_id = excluded.last_id,
      is_major = excluded.is_major,
      has_zakat = excluded.has_zakat,
      has_plan = excluded.has_plan,
      has_monthly_plan = excluded.has_monthly_plan
    where (t.*) is distinct from (excluded.*)
  )
`

/** Computes the figures of donors of changed donations and plans from all their donations. Safe to repeat. */
export async function updateDonorTotals(
  tx: Tx,
  {
    donationIds,
    planIds,
    formerKeys,
  }: {
    readonly donationIds: readonly string[]
    readonly planIds: readonly string[]
    /** Keys of donors who lost a donation. */
    readonly formerKeys: readonly Buffer[]
  },
): Promise<void> {
  if (donationIds.length + planIds.length + formerKeys.length === 0) return
  await lockTotals(tx)
  await sql`
    with changed as materialized (
      select d.donor_key from giving.donation d where d.id = any(${[...donationIds]}::uuid[])
      union
      select d.donor_key from giving.donation d where d.subscription_id = any(${[...planIds]}::uuid[])
      union
      select key from unnest(${[...formerKeys]}::bytea[]) as former(key)
    ), ${writeTotals}
    select
  `.execute(tx)
}

/**
 * Computes the figures of the donors of the next `atOnce` earlier donations. Returns their number; 0 once all donors are
 * computed, and before the begin.
 */
export async function fillDonorTotals({ db, write }: Pick<Ports, 'db' | 'write'>, atOnce: number): Promise<number> {
  const waiting = await db
    .selectFrom('charity_donors.donor_total_fill')
    .select('is_only')
    .where('is_complete', '=', false)
    .where('begins_at', '<=', sql<Date>`now()`)
    .execute()
  return waiting.length === 0 ? 0 : write((tx) => fillNext(tx, atOnce))
}

async function fillNext(tx: Tx, atOnce: number): Promise<number> {
  const { lastKey, isComplete } = await lockTotals(tx)
  if (isComplete) return 0
  const { rows } = await sql<{ read: number; lastKey: Buffer | null }>`
    with next as materialized (
      select d.donor_key
      from giving.donation d
      where ${lastKey}::bytea is null or d.donor_key > ${lastKey}::bytea
      order by d.donor_key
      limit ${atOnce}
    ), changed as materialized (
      select distinct donor_key from next
    ), ${writeTotals}
    select count(*)::integer as read, max(donor_key) as "lastKey" from next
  `.execute(tx)
  const { read, lastKey: next } = one(rows)
  await tx
    .updateTable('charity_donors.donor_total_fill')
    .set({ is_complete: read < atOnce, ...(next === null ? {} : { last_key: next }) })
    .execute()
  return read
}

/** Lets the worker compute all figures anew; donations are read meanwhile. */
export const rebuildTotals = (tx: Tx): Promise<unknown> => sql`select charity_donors.rebuild_totals()`.execute(tx)
