import { canReceiveDonationsSql } from '#modules/causes/organizations/index.ts'
import type { Currency } from '#shared/money.ts'
import type { Ports } from '#shared/ports.ts'

export type PlatformCounts = {
  readonly campaigns: number
  readonly charities: number
  readonly countries: number
  readonly donations: number
  readonly raised: readonly { readonly currency: Currency; readonly amount: bigint }[]
}

type Row = { readonly currency: Currency; readonly amount: bigint; readonly donations: number }

/** Counts everything public and donated, reading the totals of every campaign. */
export async function countPlatform(ports: Ports, now: Date): Promise<PlatformCounts> {
  const [[counts], raised] = await Promise.all([
    ports.statement<Omit<PlatformCounts, 'donations' | 'raised'>>(
      'discovery.platform_counts',
      `select count(*)::int as campaigns, count(distinct d.country)::int as countries,
        (select count(*)::int from organizations.organization o where ${canReceiveDonationsSql('o', '$1')}) as charities
       from discovery.document d where d.kind = 'fundraiser'`,
      [now],
    ),
    ports.statement<Row>(
      'discovery.platform_raised',
      `select c.currency, sum(t.raised)::bigint as amount, sum(t.donation_count)::int as donations
       from campaigns.total t join campaigns.campaign c on c.id = t.campaign_id group by c.currency`,
      [],
    ),
  ])
  return {
    campaigns: counts?.campaigns ?? 0,
    charities: counts?.charities ?? 0,
    countries: counts?.countries ?? 0,
    donations: raised.reduce((all, { donations }) => all + donations, 0),
    raised: raised.map(({ currency, amount }) => ({ currency, amount })),
  }
}
