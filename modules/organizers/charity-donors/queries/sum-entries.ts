import { sql } from 'kysely'
import type { Currency } from '#shared/currencies.ts'
import type { Db } from '#shared/ports.ts'
import { type DonationFilters, entriesToSum } from './find-entries.ts'

/** Sums of the matching donations in one currency, in minor units. */
export type DonationTotals = {
  readonly currency: Currency
  /** How many donations were paid online, refunded ones included. */
  readonly donations: number
  /** What they gave, without tips, and what of it was refunded. */
  readonly gift: bigint
  readonly refunded: bigint
  /** The offline donations that count: how many, and their sum. */
  readonly offlineDonations: number
  readonly offline: bigint
}

/** More donations aren't summed for a page; the export has all. */
const mostToSum = 10_000

/**
 * Sums the donations of a charity that match, by currency. Undefined if there are more than `most`, so that the list of
 * a large charity stays fast.
 */
export async function sumEntries(
  db: Db,
  filters: DonationFilters,
  most: number = mostToSum,
): Promise<DonationTotals[] | undefined> {
  const entries = await entriesToSum(db, filters, most + 1)
  if (entries === undefined) return filters.search?.kind === 'words' ? undefined : []
  const { rows } = await sql<DonationTotals & { readonly found: number }>`
    with entry as materialized (${entries})
    select
      coalesce(d.currency, c.currency) as currency,
      count(d.id)::int as donations,
      coalesce(sum(d.gift), 0)::bigint as gift,
      coalesce(sum(a.gift), 0)::bigint as refunded,
      (count(f.id) filter (where f.state = 'counted'))::int as "offlineDonations",
      coalesce(sum(f.amount) filter (where f.state = 'counted'), 0)::bigint as offline,
      (select count(*) from entry)::int as found
    from entry e
    left join giving.donation d on not e."isOffline" and d.id = e.id
    left join giving.refunded_amount a on a.donation_id = d.id
    left join organizing.offline_donation f on e."isOffline" and f.id = e.id
    left join campaigns.campaign c on c.id = f.campaign_id
    group by 1
    order by 1
  `.execute(db)
  if (rows.some(({ found }) => found > most)) return undefined
  return rows.map(({ found: _, ...totals }) => totals)
}
