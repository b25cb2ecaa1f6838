import type { Currency } from '#shared/money.ts'
import { one } from '#shared/collections.ts'
import type { Ports } from '#shared/ports.ts'
import type { Frequency } from '#modules/recurring/plans/rules/plan.ts'
import type { SortDirection, SortField } from './rules/sorting.ts'

/** Selects donations through one link, all links of a fundraiser, or all links of an account. */
export type LinkFilter =
  | { readonly refererId: string }
  | { readonly campaignId: bigint }
  | { readonly accountId: string }

/** Returns the SQL condition for `$1`, without fully refunded donations. */
function conditionOf(through: LinkFilter): { readonly name: string; readonly where: string; readonly value: unknown } {
  if ('refererId' in through) return { name: 'link', where: 'f.referer_id = $1', value: through.refererId }
  if ('campaignId' in through) return { name: 'fundraiser', where: 'f.campaign_id = $1', value: through.campaignId }
  return {
    name: 'account',
    where: 'f.referer_id in (select id from referrals.referer where account_id = $1)',
    value: through.accountId,
  }
}
const notRefunded = 'f.refunded_amount < f.gift'

export type ReferredDonation = {
  readonly id: string
  readonly givenAt: Date
  readonly isAnonymous: boolean
  readonly name: string | null
  readonly remaining: bigint
  readonly currency: Currency
  readonly frequency: Frequency
  readonly planId: string | null
  readonly code: string
}

/** Null for anonymous and erased donors, also for sorting (privacy-1). */
const publicName = 'giving.public_name(d)'

/** Sort orders; amounts are grouped by currency. */
const orders: Readonly<Record<SortField, (direction: SortDirection) => string>> = {
  date: (direction) => `f.given_at ${direction}, f.donation_id ${direction}`,
  amount: (direction) => `f.currency, f.gift - f.refunded_amount ${direction}, f.given_at desc, f.donation_id desc`,
  donor: (direction) => `lower(${publicName}) ${direction} nulls last, f.given_at desc, f.donation_id desc`,
}

export const referredDonations = (
  ports: Pick<Ports, 'statement'>,
  input: {
    through: LinkFilter
    planIds: readonly string[] | undefined
    field: SortField
    direction: SortDirection
    offset: number
    limit: number
  },
): Promise<ReferredDonation[]> => {
  const { name, where, value } = conditionOf(input.through)
  return ports.statement<ReferredDonation>(
    `referrals.donations_${name}_${input.field}_${input.direction}`,
    `
      select
        f.donation_id as id,
        f.given_at as "givenAt",
        (${publicName}) is null as "isAnonymous",
        ${publicName} as name,
        f.gift - f.refunded_amount as remaining,
        f.currency,
        coalesce(p.frequency, 'onetime') as frequency,
        f.plan_id as "planId",
        r.code
      from referrals.referral f
      join referrals.referer r on r.id = f.referer_id
      join giving.donation d on d.id = f.donation_id
      left join plans.plan p on p.id = f.plan_id
      where ${where} and ${notRefunded} and ($2::uuid[] is null or f.plan_id = any($2::uuid[]))
      order by ${orders[input.field](input.direction)}
      offset $3
      limit $4
    `,
    [value, input.planIds ?? null, input.offset, input.limit],
  )
}

export type CountedSums = {
  readonly donors: number
  readonly donations: number
  readonly recurring: number
  readonly amounts: readonly { readonly currency: Currency; readonly amount: string; readonly donations: number }[]
}

/**
 * Sums referred donations. Counts donors by key, so that a nightly donor counts once. `from` and `to` (exclusive) limit
 * the time of donations.
 */
export const sumReferrals = async (
  ports: Ports,
  input: {
    through: LinkFilter
    planIds?: readonly string[] | undefined
    from?: Date | undefined
    to?: Date | undefined
  },
): Promise<CountedSums> => {
  const { name, where, value } = conditionOf(input.through)
  const rows = await ports.statement<CountedSums>(
    `referrals.sums_${name}`,
    `
      with
        counted as (
          select f.currency, f.gift - f.refunded_amount as remaining, f.plan_id, d.donor_key
          from referrals.referral f
          join giving.donation d on d.id = f.donation_id
          where ${where}
            and ${notRefunded}
            and ($2::uuid[] is null or f.plan_id = any($2::uuid[]))
            and ($3::timestamptz is null or f.given_at >= $3)
            and ($4::timestamptz is null or f.given_at < $4)
        ),
        by_currency as (
          select currency, sum(remaining)::bigint as amount, count(*)::integer as donations
          from counted
          group by currency
        )
      select
        (select count(distinct donor_key)::integer from counted) as donors,
        (select count(*)::integer from counted) as donations,
        (select count(plan_id)::integer from counted) as recurring,
        coalesce(
          (
            select jsonb_agg(
              jsonb_build_object('currency', currency, 'amount', amount::text, 'donations', donations)
              order by donations desc, currency
            )
            from by_currency
          ),
          '[]'
        ) as amounts
    `,
    [value, input.planIds ?? null, input.from ?? null, input.to ?? null],
  )
  return one(rows)
}
