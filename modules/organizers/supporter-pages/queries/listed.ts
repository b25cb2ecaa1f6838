import { type RawBuilder, sql } from 'kysely'
import type { Currency } from '#shared/money.ts'
import type { Db } from '#shared/ports.ts'
import '../tables.ts'

/** A page in a list. Amounts are minor units, with those of pages below it, as on its own page (supporters-6). */
export type ListedPage = {
  readonly campaignId: bigint
  readonly slug: string
  readonly kind: 'team' | 'supporter'
  readonly title: string
  readonly supporterName: string
  readonly language: string
  readonly category: string
  readonly coverId: string | null
  readonly coverAlt: string
  readonly currency: Currency
  readonly goal: bigint | null
  readonly raised: bigint
  readonly donorCount: bigint
  /** Number of public pages of a team's members. */
  readonly members: number
}

/** Subquery of the campaigns below a campaign, at any level. */
const below = (campaignId: bigint): RawBuilder<unknown> =>
  sql`
    (
      select id
      from campaigns.campaign
      where parent_id = ${campaignId}
      union all
      select s.id
      from campaigns.campaign m
      join campaigns.campaign s on s.parent_id = m.id
      where m.parent_id = ${campaignId}
    )
  `

const columns = sql`
  c.id as "campaignId",
  c.slug,
  c.kind,
  c.name as title,
  c.organizer_name as "supporterName",
  c.language,
  c.category,
  c.cover_id as "coverId",
  c.cover_alt as "coverAlt",
  c.currency,
  c.goal,
  coalesce(t.raised, 0) as raised,
  coalesce(t.donor_count, 0) as "donorCount",
  (select count(*)::int from campaigns.campaign k where k.parent_id = c.id and k.status in (1, 3)) as members
`

/** Returns the public teams or supporters' pages below a campaign, newest first. */
export const listBelow = async (
  db: Db,
  input: {
    readonly campaignId: bigint
    readonly kind: 'team' | 'supporter'
    readonly limit: number
    readonly offset: number
  },
): Promise<ListedPage[]> =>
  (
    await sql<ListedPage>`
      select ${columns}
      from (
        select *
        from campaigns.campaign
        where id in ${below(input.campaignId)} and kind = ${input.kind} and status in (1, 3)
        order by created_at desc, id desc
        limit ${input.limit}
        offset ${input.offset}
      ) c
      left join lateral campaigns.shown_total(c.id) t on true
      order by c.created_at desc, c.id desc
    `.execute(db)
  ).rows

export const countBelow = async (db: Db, campaignId: bigint): Promise<{ supporters: number; teams: number }> => {
  const { rows } = await sql<{ supporters: number; teams: number }>`
    select
      count(*) filter (where kind = 'supporter')::int as supporters,
      count(*) filter (where kind = 'team')::int as teams
    from campaigns.campaign
    where id in ${below(campaignId)} and status in (1, 3)
  `.execute(db)
  return rows[0] ?? { supporters: 0, teams: 0 }
}

/**
 * Returns the supporters who agreed to be listed, by amount raised; of equal sums, the one that was reached first comes
 * first.
 */
export const listLeaders = async (db: Db, campaignId: bigint, limit: number): Promise<ListedPage[]> =>
  (
    await sql<ListedPage>`
      select ${columns}
      from campaigns.campaign c
      join supporter_pages.page g on g.campaign_id = c.id
      join campaigns.total t on t.campaign_id = c.id
      where c.id in ${below(campaignId)}
        and c.kind = 'supporter'
        and c.status in (1, 3)
        and g.is_on_leaderboard
        and t.raised > 0
      order by t.raised desc, t.last_donation_at, c.id
      limit ${limit}
    `.execute(db)
  ).rows
