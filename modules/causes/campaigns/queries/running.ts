import type { Currency } from '#shared/money.ts'
import { required } from '#shared/collections.ts'
import { sql } from 'kysely'
import type { Db, Ports } from '#shared/ports.ts'
import type { LocalDate } from '#shared/calendar.ts'
import type { CharityVerification } from '#modules/causes/organizations/rules/verification.ts'
import '../tables.ts'

/** Returns the ids of campaigns that ended before that moment, by end date or by being closed. */
export const endedCampaignsAmong = async (db: Db, ids: readonly bigint[], before: Date): Promise<bigint[]> =>
  ids.length === 0
    ? []
    : (
        await sql<{ id: bigint }>`
          select id from campaigns.campaign where id = any(${[...new Set(ids)]}::bigint[])
            and case when status = 3 then least(ends_at, changed_at) else ends_at end < ${before}`.execute(db)
      ).rows.map(({ id }) => id)

/** The fundraiser data on a dashboard. Amounts are in minor units of its currency. */
export type RunningData = {
  readonly id: bigint
  readonly slug: string
  readonly name: string
  readonly language: string
  readonly status: number
  readonly currency: Currency
  readonly category: string
  readonly goal: bigint | null
  readonly raised: bigint
  readonly donationCount: bigint
  readonly endsAt: Date | null
  readonly createdAt: Date
  readonly hasPicture: boolean
  readonly lastNewsAt: Date | null
  readonly organizationId: bigint
  readonly organizationName: string
  readonly organizationNameAr: string | null
  readonly timeZone: string
} & CharityVerification

/** Finds the data of an existing campaign; the caller has checked access with `campaignRunBy`. */
export const findRunningData = async (ports: Ports, campaignId: bigint): Promise<RunningData | undefined> =>
  (
    await ports.statement<RunningData>(
      'campaigns.running_facts',
      `
        select
          c.id,
          c.slug,
          c.name,
          c.language,
          c.status,
          c.currency,
          c.category,
          c.goal,
          coalesce(t.raised, 0) as raised,
          coalesce(t.donation_count, 0) as "donationCount",
          c.ends_at as "endsAt",
          c.created_at as "createdAt",
          c.cover_id is not null as "hasPicture",
          (select max(n.published_at) from campaigns.news n where n.campaign_id = c.id) as "lastNewsAt",
          c.organization_id as "organizationId",
          o.name as "organizationName",
          o.name_ar as "organizationNameAr",
          o.time_zone as "timeZone",
          o.verification_state as "verificationState",
          o.verified_until as "verifiedUntil"
        from campaigns.campaign c
        join organizations.organization o on o.id = c.organization_id
        left join campaigns.total t on t.campaign_id = c.id
        where c.id = $1
      `,
      [campaignId],
    )
  )[0]

/** Returns the data of an existing campaign; throws if it is missing. */
export const runningData = async (ports: Ports, campaignId: bigint): Promise<RunningData> =>
  required(await findRunningData(ports, campaignId), 'campaign')

/** Returns page views by day, without empty days. */
export const viewsByDay = (
  ports: Ports,
  campaignId: bigint,
  from: LocalDate,
): Promise<{ day: LocalDate; views: number }[]> =>
  ports.statement(
    'campaigns.views_by_day',
    `
      select day::text as day, views::integer as views
      from campaigns.view_count
      where campaign_id = $1 and day >= $2::date
      order by day
    `,
    [campaignId, from],
  )

/** Returns the organizers of fundraisers, who are notified about donors' requests. */
export const organizersOf = async (
  db: Db,
  ids: readonly bigint[],
): Promise<{ campaignId: bigint; accountId: string }[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('campaigns.team_member')
        .select(['campaign_id as campaignId', 'account_id as accountId'])
        .where('campaign_id', 'in', [...ids])
        .where('role', '=', 'organizer')
        .orderBy('position')
        .orderBy('added_at')
        .orderBy('account_id')
        .execute()

export type LevelOfCampaign = { readonly id: bigint; readonly title: string; readonly claimed: number }

/** Returns every level that a donor may have chosen, including hidden and deleted ones, in order. */
export const levelsOf = (db: Db, campaignId: bigint): Promise<LevelOfCampaign[]> =>
  db
    .selectFrom('campaigns.level')
    .select(['id', 'title', 'claimed'])
    .where('campaign_id', '=', campaignId)
    .orderBy('position')
    .orderBy('id')
    .execute()
