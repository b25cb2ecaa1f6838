import { type RawBuilder, sql } from 'kysely'
import { canReceiveDonationsSql, organizationColumns } from '#modules/causes/organizations/index.ts'
import type { Ports } from '#shared/ports.ts'
import { statementOf } from '#shared/statement.ts'
import { featuredIn } from './featured.ts'
import { canReceive, type SearchHit, foundColumns } from './search.ts'
import type { FeaturedQuery } from '../contract.ts'

const featuredOrders = {
  featured: sql`d.featured_rank, d.created_at desc, d.campaign_id desc`,
  newest: sql`d.created_at desc, d.campaign_id desc`,
  ending: sql`d.ends_at, d.campaign_id desc`,
} as const

/**
 * Returns open fundraisers, with `closed` also closed and ended ones: first those in the operator's order for the ad
 * spot, then in the general order, unless another order is requested.
 */
export async function featuredDocuments(ports: Ports, request: FeaturedQuery, now: Date): Promise<SearchHit[]> {
  const chosen =
    request.sort === 'featured' && request.adSpotType !== 'general'
      ? await featuredIn(ports.db, request.adSpotType, 'fundraiser')
      : []
  const conditions: RawBuilder<unknown>[] = [
    sql`d.kind = 'fundraiser'`,
    ...(request.closed ? [sql`d.status in (1, 3)`] : [sql`d.status = 1`, sql`d.ends_at > ${now}`, canReceive(now)]),
    ...(request.zakatVerified ? [sql`d.zakat_verified`] : []),
    ...(request.countries.length > 0 ? [sql`d.country = any(${request.countries}::text[])`] : []),
  ]
  const shown = sql`select ${foundColumns} from discovery.document d where ${sql.join(conditions, sql` and `)}`
  const first =
    chosen.length === 0
      ? []
      : (
          await sql<SearchHit>`
            ${shown} and d.campaign_id = any(${chosen}::bigint[])
            order by array_position(${chosen}::bigint[], d.campaign_id)
          `.execute(ports.db)
        ).rows
  const head = first.slice(request.offset, request.offset + request.limit)
  if (head.length === request.limit) return head
  const { rows } = await sql<SearchHit>`
    ${shown} ${chosen.length === 0 ? sql`` : sql`and d.campaign_id <> all(${chosen}::bigint[])`}
    order by ${featuredOrders[request.sort]}
    limit ${request.limit - head.length}
    offset ${Math.max(0, request.offset - first.length)}
  `.execute(ports.db)
  return [...head, ...rows]
}

/** Returns the documents of campaigns, in any order. */
export async function documentsOf(ports: Ports, ids: readonly bigint[]): Promise<SearchHit[]> {
  const { rows } = await sql<SearchHit>`
      select ${foundColumns} from discovery.document d where d.campaign_id = any(${[...ids]}::bigint[])
    `.execute(ports.db)
  return rows
}

export type Charity = {
  readonly id: bigint
  readonly slug: string
  readonly name: string
  readonly nameAr: string | null
  readonly category: string
  readonly coverId: string | null
}

const charities = statementOf(
  'discovery.charities',
  [organizationColumns],
  `
    select o.id, o.slug, o.name, o.name_ar as "nameAr", c.category, c.cover_id as "coverId"
    from discovery.document d
    join campaigns.campaign c on c.id = d.campaign_id
    join organization o on o.slug = d.charity
    left join discovery.featured f on f.ad_spot = $5 and f.campaign_id = d.campaign_id
    where d.kind = 'general-fund'
      and d.status = 1
      and ${canReceiveDonationsSql('o', '$6')}
      and (not $3::boolean or d.zakat_verified)
      and (cardinality($4::text[]) = 0 or d.country = any($4::text[]))
    order by f.position, d.featured_rank, o.name, o.id
    limit $1
    offset $2
  `,
)

/**
 * Returns verified charities with an open general fund: by the operator's order for the ad spot, then the general one,
 * then by name.
 */
export const listPublicCharities = (
  ports: Ports,
  request: Pick<FeaturedQuery, 'limit' | 'offset' | 'zakatVerified' | 'countries' | 'adSpotType'>,
): Promise<Charity[]> =>
  ports.statement<Charity>(charities.name, charities.text, [
    request.limit,
    request.offset,
    request.zakatVerified,
    request.countries,
    request.adSpotType,
    ports.clock(),
  ])

export type AdVariant = {
  readonly campaignId: bigint
  readonly creativeType: 'image' | 'video'
  readonly creativeUrl: string
}

export const adVariantsOf = (ports: Ports, ids: readonly bigint[], adSpot: string): Promise<AdVariant[]> =>
  ports.statement<AdVariant>(
    'discovery.ad_variants',
    `select campaign_id as "campaignId", creative_type as "creativeType", creative_url as "creativeUrl"
     from discovery.ad_variant where campaign_id = any($1::bigint[]) and ad_spot = $2 order by campaign_id, position`,
    [ids, adSpot],
  )

export type GroupCount = {
  readonly kind: 'country' | 'category' | 'charity'
  readonly code: string
  readonly count: number
}

/** Counts open fundraisers by country, cause and charity, reading all of them. */
export async function countOpenFundraisers(ports: Ports, now: Date): Promise<GroupCount[]> {
  const { rows } = await sql<GroupCount>`
    select
      case
        when grouping(d.country) = 0 then 'country'
        when grouping(d.category) = 0 then 'category'
        else 'charity'
        end as kind,
      coalesce(d.country, d.category, d.charity) as code,
      count(*)::int as count
    from discovery.document d
    where d.status = 1 and d.kind = 'fundraiser' and d.ends_at > ${now} and ${canReceive(now)}
    group by grouping sets (d.country, d.category, d.charity)
  `.execute(ports.db)
  return rows.filter((row) => row.code !== null)
}
