import { one } from '#shared/collections.ts'
import { sql } from 'kysely'
import type { Ports, Tx } from '#shared/ports.ts'
import '../tables.ts'

/** Adds views in one statement, in key order to avoid deadlocks; `day` is the UTC day such as `2026-11-21`. */
export async function addViews(
  tx: Tx,
  views: readonly { readonly campaignId: bigint; readonly day: string }[],
): Promise<void> {
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
