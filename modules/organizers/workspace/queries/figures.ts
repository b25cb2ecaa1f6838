import type { LocalDate } from '#shared/calendar.ts'
import { one } from '#shared/collections.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Ports } from '#shared/ports.ts'
import type { DayRow } from '../rules/charity-figures.ts'
import type { Dimension } from '../tables.ts'

type Days = { readonly from: LocalDate; readonly to: LocalDate }

/** Reads what was given by day and currency. */
export const readDays = (ports: Ports, organizationId: bigint, { from, to }: Days): Promise<DayRow[]> =>
  ports.statement<DayRow>(
    'workspace.days',
    `
      select day::text as day, currency, gift, donations
      from workspace.day_total
      where organization_id = $1 and dimension = 'all' and day between $2::date and $3::date
    `,
    [organizationId, from, to],
  )

/** Sums what was given by the values of a dimension and currency. */
export const sumByDimension = (
  ports: Ports,
  organizationId: bigint,
  { dimension, from, to }: Days & { readonly dimension: Exclude<Dimension, 'all'> },
): Promise<(Omit<DayRow, 'day'> & { readonly value: string })[]> =>
  ports.statement(
    'workspace.dimension',
    `
      select value, currency, sum(gift)::bigint as gift, sum(donations)::bigint as donations
      from workspace.day_total
      where organization_id = $1 and dimension = $2 and day between $3::date and $4::date
      group by value, currency
    `,
    [organizationId, dimension, from, to],
  )

/** Counts the donors of a period and how many of them gave to the charity for the first time. */
export const countDonorsOf = async (
  ports: Ports,
  organizationId: bigint,
  { from, to }: Days,
): Promise<{ readonly donors: number; readonly newDonors: number }> =>
  one(
    await ports.statement<{ donors: number; newDonors: number }>(
      'workspace.donors',
      `
        select
          coalesce(sum(donors), 0)::integer as donors,
          coalesce(sum(donors) filter (where previous_on = '-infinity'), 0)::integer as "newDonors"
        from workspace.donor_day_total
        where organization_id = $1 and day between $2::date and $3::date and previous_on < $2::date
      `,
      [organizationId, from, to],
    ),
  )

/** Sums the refunds that were paid in a period, by currency; disputes that the bank took back are refunds too. */
export const sumRefunds = (
  ports: Ports,
  organizationId: bigint,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<{ readonly currency: Currency; readonly gift: bigint; readonly refunds: number }[]> =>
  ports.statement(
    'workspace.refunds',
    `
      select d.currency, sum(l.gift)::bigint as gift, count(distinct r.id)::integer as refunds
      from refunds.refund r
      join refunds.line l on l.refund_id = r.id
      join giving.donation d on d.id = l.donation_id
      join campaigns.campaign c on c.id = d.campaign_id
      where r.state = 'succeeded' and r.settled_at >= $2 and r.settled_at < $3 and c.organization_id = $1
      group by d.currency
    `,
    [organizationId, from, to],
  )

/** Returns the campaigns with these ids, of any kind. */
export const namesOfCampaigns = (
  ports: Ports,
  ids: readonly (string | bigint)[],
): Promise<{ readonly id: bigint; readonly name: string; readonly language: string; readonly kind: string }[]> =>
  ports.statement(
    'workspace.names',
    `select id, name, language, kind from campaigns.campaign where id = any($1::bigint[])`,
    [ids],
  )

export type ZakatSums = {
  readonly currency: Currency
  readonly received: bigint
  readonly paidOut: bigint
  readonly distributed: bigint
}

/** Sums a charity's zakat to date: received less refunds, paid out to it, and reported as distributed. */
export const sumZakat = (ports: Ports, organizationId: bigint): Promise<ZakatSums[]> =>
  ports.statement(
    'workspace.zakat',
    `
      select
        currency,
        coalesce(sum(received), 0)::bigint as received,
        coalesce(sum(paid_out), 0)::bigint as "paidOut",
        coalesce(sum(distributed), 0)::bigint as distributed
      from (
        select currency, zakat as received, null::bigint as paid_out, null::bigint as distributed
        from workspace.day_total
        where organization_id = $1 and dimension = 'all'
        union all
        select currency, null, zakat, null
        from payouts.payout
        where organization_id = $1 and state in ('sent', 'paid')
        union all
        select d.currency, null, null, d.amount
        from campaigns.campaign c
        join zakat.distribution d on d.campaign_id = c.id
        where c.organization_id = $1 and d.state = 'approved'
      ) sums
      group by currency
      having coalesce(sum(received), 0) <> 0 or coalesce(sum(distributed), 0) <> 0
    `,
    [organizationId],
  )
