import { one } from '#shared/collections.ts'
import { sql } from 'kysely'
import type { LocalDate } from '#shared/calendar.ts'
import type { Ports, Tx } from '#shared/ports.ts'
import type { Device } from '../rules/view-origin.ts'
import '../tables.ts'

/** A view of a campaign's page; `day` is the UTC day such as `2026-11-21`. */
export type View = {
  readonly campaignId: bigint
  readonly day: string
  readonly source: string
  readonly device: Device
}

/** Links can name any source, so a campaign has at most this many in a day; later ones count as `other`. */
const sourcesMax = 50

/** Adds views in two statements, in key order to avoid deadlocks. */
export async function addViews(tx: Tx, views: readonly View[]): Promise<void> {
  await sql`
    insert into campaigns.view_count as v (campaign_id, day, views)
    select campaign_id, day, count(*)
    from unnest(
      ${views.map((view) => view.campaignId)}::bigint[], ${views.map((view) => view.day)}::date[]
    ) as u(campaign_id, day)
    group by 1, 2
    order by 1, 2
    on conflict (campaign_id, day) do update
    set views = v.views + excluded.views
  `.execute(tx)
  await sql`
    insert into campaigns.view_source as v (campaign_id, day, source, device, views)
    select
      u.campaign_id,
      u.day,
      case
        when exists (
          select from campaigns.view_source k
          where k.campaign_id = u.campaign_id and k.day = u.day and k.source = u.source
        ) then u.source
        when (
          select count(distinct k.source) from campaigns.view_source k
          where k.campaign_id = u.campaign_id and k.day = u.day
        ) < ${sourcesMax} then u.source
        else 'other'
      end as counted_source,
      u.device,
      count(*)
    from unnest(
      ${views.map((view) => view.campaignId)}::bigint[],
      ${views.map((view) => view.day)}::date[],
      ${views.map((view) => view.source)}::text[],
      ${views.map((view) => view.device)}::text[]
    ) as u(campaign_id, day, source, device)
    group by 1, 2, 3, 4
    order by 1, 2, 3, 4
    on conflict (campaign_id, day, source, device) do update
    set views = v.views + excluded.views
  `.execute(tx)
}

/** Returns the views of a campaign since a day (UTC, inclusive) by source and by device, most first. */
export async function viewsByOrigin(
  ports: Pick<Ports, 'statement'>,
  campaignId: bigint,
  from: LocalDate,
): Promise<{
  readonly sources: readonly { name: string; views: number }[]
  readonly devices: readonly { name: Device; views: number }[]
}> {
  const rows = await ports.statement<{ source: string | null; device: Device | null; views: number }>(
    'campaigns.views_by_origin',
    `
      select source, device, sum(views)::integer as views
      from campaigns.view_source
      where campaign_id = $1 and day >= $2::date
      group by grouping sets ((source), (device))
      order by 3 desc, 1, 2
    `,
    [campaignId, from],
  )
  return {
    sources: rows.flatMap(({ source, views }) => (source === null ? [] : { name: source, views })),
    devices: rows.flatMap(({ device, views }) => (device === null ? [] : { name: device, views })),
  }
}

/** Returns the number of page views in total and since `day` (UTC, inclusive). */
export async function viewsOf(
  ports: Ports,
  campaignId: bigint,
  day: string,
): Promise<{ readonly ever: number; readonly since: number }> {
  const rows = await ports.statement<{ ever: number; since: number }>(
    'campaigns.views_of',
    'select coalesce(sum(views), 0)::int as ever, coalesce(sum(views) filter (where day >= $2::date), 0)::int as since from campaigns.view_count where campaign_id = $1',
    [campaignId, day],
  )
  return one(rows)
}
