import type { Currency } from '#shared/money.ts'
import { canReceiveDonationsSql, organizationColumns } from '#modules/causes/organizations/index.ts'
import type { Ports } from '#shared/ports.ts'
import { statementOf } from '#shared/statement.ts'
import type { CampaignPicture } from '../rules/category.ts'
import { isZakatVerified } from './trust.ts'
import '../tables.ts'

/** Data of a card. Amounts are in minor units of `currency`. */
export type CardRow = {
  readonly id: bigint
  readonly slug: string
  readonly name: string
  readonly tagline: string
  readonly status: number
  readonly endsAt: Date | null
  readonly category: string
  /** The chosen picture and its description. */
  readonly coverId: string | null
  readonly coverAlt: string
  /** The organizer's account id; for a charity's own fundraiser, the charity's id. */
  readonly userId: string
  /** The charity's picture data for its own fundraisers; null if an account organizes it. */
  readonly userPicture: CampaignPicture | null
  readonly organizerName: string
  readonly organizationName: string
  readonly organizationNameAr: string | null
  readonly location: string
  readonly country: string | null
  readonly language: string
  readonly currency: Currency
  readonly goal: bigint | null
  readonly zakatVerified: boolean
  readonly giftAid: boolean
  readonly raised: bigint
  readonly donationCount: bigint
  readonly donorCount: bigint
}

/**
 * Columns for the organizer of a campaign `c` of a charity `o`. A charity's picture is that of its general fund, which
 * has its slug (content-1).
 */
export const userColumns = (
  c: string,
  o: string,
): string => `coalesce(${c}.organizer_account_id::text, ${c}.organization_id::text) as "userId",
  (select json_build_object('slug', fund.slug, 'category', fund.category, 'coverId', fund.cover_id)
   from campaigns.campaign fund where ${c}.organizer_account_id is null and fund.slug = ${o}.slug) as "userPicture"`

const columnsAt = (
  now: string,
) => `c.id, c.slug, c.name, c.tagline, c.status, c.ends_at as "endsAt", c.category, c.cover_id as "coverId", c.cover_alt as "coverAlt", c.organizer_name as "organizerName",
  o.name as "organizationName", o.name_ar as "organizationNameAr", c.location, c.country, c.language, c.currency, c.goal, ${isZakatVerified('c', now)} and ${canReceiveDonationsSql('o', now)} as "zakatVerified", c.gift_aid as "giftAid",
  ${userColumns('c', 'o')},
  coalesce(t.raised, 0) as raised, coalesce(t.donation_count, 0) as "donationCount", coalesce(t.donor_count, 0) as "donorCount"`

const newest = 'created_at desc, id desc'
const ranked = 'featured_rank, id'
const afterNewest = '(created_at, id) < (select created_at, id from campaigns.campaign where id = $3)'
const afterRanked = '(featured_rank, id) > (select featured_rank, id from campaigns.campaign where id = $3)'

/** One prepared statement per variant: $1 now, $2 limit, $3 the cursor or the country, $4 the country with a cursor. */
const lists = {
  newest: { where: `kind = 'fundraiser'`, order: newest },
  newestAfter: { where: `kind = 'fundraiser' and ${afterNewest}`, order: newest },
  country: { where: `kind = 'fundraiser' and country = $3`, order: newest },
  countryAfter: { where: `kind = 'fundraiser' and ${afterNewest} and country = $4`, order: newest },
  featured: { where: 'featured_rank is not null', order: ranked },
  featuredAfter: { where: `featured_rank is not null and ${afterRanked}`, order: ranked },
  featuredCountry: { where: 'featured_rank is not null and country = $3', order: ranked },
  featuredCountryAfter: { where: `featured_rank is not null and ${afterRanked} and country = $4`, order: ranked },
} as const

/** Whether its charity can receive donations. */
const isReceiving = `
  exists (select from organization v where v.id = organization_id and ${canReceiveDonationsSql('v', '$1')})
`

/** The same order for the selected rows. */
const outer = (order: string) => order.replace(/\b(created_at|id|featured_rank)\b/g, 'c.$1')

/**
 * Selects from campaigns alone and joins charity and totals only to the selected rows, so the cost depends on `limit`
 * and not on the number of campaigns.
 */
const textOf = (list: keyof typeof lists) =>
  statementOf(
    `campaigns.cards_${list}`,
    [organizationColumns],
    `
      select ${columnsAt('$1')}
      from (
        select *
        from campaigns.campaign
        where status = 1 and listed and (ends_at is null or ends_at > $1) and ${isReceiving} and ${lists[list].where}
        order by ${lists[list].order}
        limit $2
      ) c
      join organization o on o.id = c.organization_id
      left join lateral campaigns.shown_total(c.id) t on true
      order by ${outer(lists[list].order)}
    `,
  )

export type CardsQuery = {
  readonly featured: boolean
  readonly limit: number
  readonly before?: bigint | undefined
  readonly country?: string | undefined
  readonly now: Date
}

/**
 * Returns fundraisers that accept donations at `now`. `before` is the id of the last card seen, whose position is
 * looked up; an unknown id finds nothing.
 */
export function listCampaignCards(
  ports: Ports,
  { featured, limit, before, country, now }: CardsQuery,
): Promise<CardRow[]> {
  const list = featured ? (['featured', 'featuredCountry'] as const) : (['newest', 'country'] as const)
  const way = `${list[country ? 1 : 0]}${before === undefined ? '' : 'After'}` as const
  const { name, text } = textOf(way)
  return ports.statement<CardRow>(name, text, [
    now,
    limit,
    ...(before === undefined ? [] : [before]),
    ...(country ? [country] : []),
  ])
}

const byIds = statementOf(
  'campaigns.cards_by_ids',
  [organizationColumns],
  `
    select ${columnsAt('$2')}
    from campaigns.campaign c
    join organization o on o.id = c.organization_id
    left join lateral campaigns.shown_total(c.id) t on true
    where c.id = any($1::bigint[]) and c.status <> 0
  `,
)

/** Returns the public campaigns among the ids, open or ended, in any order. */
export const cardsOf = (ports: Ports, ids: readonly bigint[]): Promise<CardRow[]> =>
  ports.statement<CardRow>(byIds.name, byIds.text, [ids, ports.clock()])
