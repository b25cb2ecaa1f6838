import { sql } from 'kysely'
import type { Currency } from '#shared/currencies.ts'
import type { Money } from '#shared/money.ts'
import type { Db } from '#shared/ports.ts'
import { type DonorGroups, keysOfPeople } from '../rules/donor-groups.ts'
import { findTotals } from './donor-totals.ts'
import { joinGroups, personOf } from './merges.ts'
import { visibleEmail } from './visible-email.ts'

/** Donors of a charity by the keys of people, after the merges of its team. */
export type People = {
  readonly organizationId: bigint
  readonly keys: readonly Buffer[]
  readonly groups: DonorGroups
}

/** A donor of a charity, counted once (supporters-6), without anonymous donations; minor units, after refunds. */
export type DonorRow = {
  readonly key: Buffer
  /** The id of the first donation, by which the donor's page is addressed. */
  readonly id: string
  readonly donations: number
  readonly firstAt: Date
  readonly lastAt: Date
  readonly totals: readonly Money[]
  readonly hasZakat: boolean
  readonly hasPlan: boolean
  readonly hasMonthlyPlan: boolean
}

/** Returns these donors of a charity in the order of their keys; a key without a named donation is left out. */
export async function summarizeDonors(db: Db, { organizationId, keys, groups }: People): Promise<DonorRow[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<Omit<DonorRow, 'totals'> & { readonly totals: { currency: Currency; amount: string }[] }>`
    select
      g.donor_key as key,
      (array_agg(g.first_id order by g.first_at))[1] as id,
      sum(g.donations)::integer as donations,
      min(g.first_at) as "firstAt",
      max(g.last_at) as "lastAt",
      jsonb_agg(jsonb_build_object('currency', g.currency, 'amount', g.total::text) order by g.total desc) as totals,
      bool_or(g.has_zakat) as "hasZakat",
      bool_or(g.has_plan) as "hasPlan",
      bool_or(g.has_monthly_plan) as "hasMonthlyPlan"
    from (
      select
        ${personOf('d', groups)} as donor_key,
        d.currency,
        (array_agg(d.id order by d.given_at, d.id))[1] as first_id,
        count(*) filter (where r.is_fully_refunded is not true) as donations,
        sum(d.gift - coalesce(r.gift, 0))::bigint as total,
        min(d.given_at) as first_at,
        max(d.given_at) as last_at,
        bool_or(d.is_zakat and r.is_fully_refunded is not true) as has_zakat,
        coalesce(bool_or(s.state = 'active' and m.id is not null), false) as has_plan,
        coalesce(bool_or(s.state = 'active' and m.id is not null and o.frequency = 'month'), false) as has_monthly_plan
      from giving.donation d
      join campaigns.campaign c on c.id = d.campaign_id
      left join giving.refunded_amount r on r.donation_id = d.id
      left join subscriptions.subscription s on s.id = d.subscription_id
      left join plans.plan o on o.id = s.plan_id
      left join campaigns.campaign m on m.id = o.campaign_id and m.organization_id = c.organization_id
      ${joinGroups('d', groups)}
      where d.donor_key = any(${keysOfPeople(groups, keys)}::bytea[])
        and not d.is_anonymous
        and c.organization_id = ${organizationId}
      group by 1, d.currency
    ) g
    group by g.donor_key
  `.execute(db)
  const byKey = new Map(rows.map((row) => [row.key.toString('hex'), row]))
  return keys.flatMap((key) => {
    const row = byKey.get(key.toString('hex'))
    if (!row) return []
    return { ...row, totals: row.totals.map(({ currency, amount }) => ({ currency, amount: BigInt(amount) })) }
  })
}

/**
 * Returns the number and sums of a charity's anonymous donations, which are in no donor's row; after refunds. Null without
 * any.
 */
export async function sumAnonymous(
  db: Db,
  organizationId: bigint,
): Promise<{ readonly donations: number; readonly totals: readonly Money[] } | null> {
  const totals = await findTotals(db, { organizationId, isAnonymous: true })
  const { rows } = await sql<{ donations: number; amount: bigint; currency: Currency }>`
    with anonymous as materialized (
      select t.donations, t.totals
      from ${totals} t
      where t.organization_id = ${organizationId} and t.is_anonymous
    )
    select
      e.key as currency,
      (select sum(donations)::integer from anonymous) as donations,
      sum(e.value::bigint)::bigint as amount
    from anonymous a
    cross join lateral jsonb_each_text(a.totals) e
    group by 1
    order by 3 desc, 1
  `.execute(db)
  const [first] = rows
  return first
    ? { donations: first.donations, totals: rows.map(({ amount, currency }) => ({ amount, currency })) }
    : null
}

/** Returns the key of the donor of a donation to a charity; undefined for an anonymous one, or another charity's. */
export const findDonorKey = async (
  db: Db,
  { organizationId, donationId }: { readonly organizationId: bigint; readonly donationId: string },
): Promise<Buffer | undefined> =>
  (
    await sql<{ key: Buffer }>`
      select d.donor_key as key
      from giving.donation d
      join campaigns.campaign c on c.id = d.campaign_id
      where d.id = ${donationId}::uuid and c.organization_id = ${organizationId} and not d.is_anonymous
    `.execute(db)
  ).rows[0]?.key

/** What a donor left with the charity: the newest donation with a name, a visible email, an address and a plan. */
export type ContactDonations = {
  readonly key: Buffer
  readonly name: string
  readonly email: string | null
  readonly address: string | null
  readonly plan: string | null
}

/** Returns the ids of the newest donations of these donors to a charity that have contact data (privacy-2). */
export const findContactDonations = async (
  db: Db,
  { organizationId, keys, groups }: People,
): Promise<ContactDonations[]> =>
  keys.length === 0
    ? []
    : (
        await sql<ContactDonations>`
          select
            ${personOf('d', groups)} as key,
            (array_agg(d.id order by d.given_at desc))[1] as name,
            (array_agg(d.id order by d.given_at desc) filter (where ${sql.raw(visibleEmail)} is not null))[1] as email,
            (array_agg(d.id order by d.given_at desc) filter (where d.share_address))[1] as address,
            (array_agg(d.id order by d.given_at desc) filter (where d.subscription_id is not null))[1] as plan
          from giving.donation d
          join campaigns.campaign c on c.id = d.campaign_id
          ${joinGroups('d', groups)}
          where d.donor_key = any(${keysOfPeople(groups, keys)}::bytea[])
            and not d.is_anonymous
            and c.organization_id = ${organizationId}
          group by 1
        `.execute(db)
      ).rows

/** Returns the ids of a donor's donations to a charity, newest first, without anonymous ones. */
export const listDonationsOfDonor = async (
  db: Db,
  {
    organizationId,
    keys,
    limit,
  }: { readonly organizationId: bigint; readonly keys: readonly Buffer[]; readonly limit: number },
): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select d.id
      from giving.donation d
      join campaigns.campaign c on c.id = d.campaign_id
      where d.donor_key = any(${[...keys]}::bytea[]) and not d.is_anonymous and c.organization_id = ${organizationId}
      order by d.given_at desc, d.id desc
      limit ${limit}
    `.execute(db)
  ).rows.map(({ id }) => id)
