import { newestRates } from '#modules/platform/currencies/index.ts'
import { convert, euroRate } from '#modules/platform/currencies/rules/rate.ts'
import { type Currency, money, sum } from '#shared/money.ts'
import type { Ports } from '#shared/ports.ts'
import { cacheCount } from './memory.ts'
import { canReceiveDonationsSql } from '#modules/causes/organizations/index.ts'

type PlatformCounts = {
  readonly campaigns: number
  readonly charities: number
  readonly countries: number
  readonly donations: number
  readonly raised: readonly { readonly currency: Currency; readonly amount: bigint }[]
}

type Row = { readonly currency: Currency; readonly amount: bigint; readonly donations: number }

/** Counts everything public and donated, reading the totals of every campaign. */
async function countPlatform(ports: Ports, now: Date): Promise<PlatformCounts> {
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

const counted = cacheCount('the figures of the platform', async (ports, now) => {
  const figures = await countPlatform(ports, now)
  const rates = await newestRates(
    ports,
    figures.raised.map((part) => part.currency),
  )
  return { ...figures, rates: rates.set('EUR', euroRate) }
})

/**
 * Returns the platform's figures: campaigns, charities, countries, donations, and the sum in `currency` (minor units,
 * newest rates; null if a rate is missing). Names no donor.
 */
export async function platformFigures(ports: Ports, currency: Currency) {
  const { raised, rates, ...counts } = await counted(ports)
  const target = rates.get(currency) ?? (await newestRates(ports, [currency])).get(currency)
  const parts = raised.map(({ amount, currency: from }) => {
    const rate = rates.get(from)
    if (from === currency) return money(amount, currency)
    return rate && target ? convert(money(amount, from), rate, target) : undefined
  })
  const known = parts.filter((part) => part !== undefined)
  return {
    ...counts,
    currency,
    raised: known.length === parts.length ? sum(known, currency).amount : null,
  }
}
