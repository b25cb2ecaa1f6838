import { sql, type Selection } from 'kysely'
import type { Db, Tx, Tables } from '#shared/ports.ts'
import '../tables.ts'

/** Maximum number of pages in a community list. */
const belowMax = 500

/** The campaign data that its supporters' pages need. */
export type ParentCampaign = Readonly<Selection<Tables, 'campaigns.campaign', (typeof columns)[number]>>

const columns = [
  'id',
  'slug',
  'name',
  'kind',
  'organization_id as organizationId',
  'currency',
  'category',
  'status',
  'ends_at as endsAt',
  'created_at as createdAt',
  'takes_supporters as takesSupporters',
  'approves_supporters as approvesSupporters',
  'has_leaderboard as hasLeaderboard',
] as const

export const findParent = (db: Db, campaignId: bigint): Promise<ParentCampaign | undefined> =>
  db.selectFrom('campaigns.campaign').select(columns).where('id', '=', campaignId).executeTakeFirst()

/**
 * Returns the fundraiser or hosted page at the top of a team or supporter's page; any other campaign returns itself.
 */
export const rootOf = async (db: Db, campaignId: bigint): Promise<bigint> => {
  const { rows } = await sql<{ id: bigint }>`
    select coalesce(p.parent_id, c.parent_id, c.id) as id
    from campaigns.campaign c
    left join campaigns.campaign p on p.id = c.parent_id
    where c.id = ${campaignId}
  `.execute(db)
  return rows[0]?.id ?? campaignId
}

/** Finds the parent for a new page below it and locks its settings and state until the transaction ends. */
export const lockParent = (tx: Tx, campaignId: bigint): Promise<ParentCampaign | undefined> =>
  tx.selectFrom('campaigns.campaign').select(columns).where('id', '=', campaignId).forShare().executeTakeFirst()

/** Sets whether supporters may open pages below a campaign, and how. */
export const setSupporterSettings = (
  tx: Tx,
  campaignId: bigint,
  input: {
    readonly isOn: boolean
    readonly needsApproval: boolean
    readonly hasLeaderboard: boolean
    readonly at: Date
  },
) =>
  tx
    .updateTable('campaigns.campaign')
    .set({
      takes_supporters: input.isOn,
      approves_supporters: input.needsApproval,
      has_leaderboard: input.hasLeaderboard,
      changed_at: input.at,
    })
    .where('id', '=', campaignId)
    .execute()

/** Returns the ids of all pages below a campaign, whose donations its total includes (supporters-6). */
export const campaignsBelow = async (db: Db, campaignId: bigint): Promise<bigint[]> =>
  (
    await sql<{ id: bigint }>`
      select id from campaigns.campaign where parent_id = ${campaignId}
      union all select s.id from campaigns.campaign m join campaigns.campaign s on s.parent_id = m.id
        where m.parent_id = ${campaignId}`.execute(db)
  ).rows.map(({ id }) => id)

/** Returns the ids of the public pages below a campaign, newest first (supporters-5). */
export const publicBelow = async (db: Db, campaignId: bigint): Promise<bigint[]> =>
  (
    await sql<{ id: bigint }>`
      select id
      from campaigns.campaign
      where id in (
        select id
        from campaigns.campaign
        where parent_id = ${campaignId}
        union all
        select s.id
        from campaigns.campaign m
        join campaigns.campaign s on s.parent_id = m.id
        where m.parent_id = ${campaignId}
      )
        and status in (1, 3)
      order by created_at desc, id desc
      limit ${belowMax}
    `.execute(db)
  ).rows.map(({ id }) => id)
