import { sql } from 'kysely'
import { one } from '#shared/collections.ts'
import { updateDonors } from '#modules/organizers/charity-donors/index.ts'
import type { Ports } from '#shared/ports.ts'
import './tables.ts'

/** Records that get one time. `updated_since` returns all of a time again, so there are few. */
const batch = 200

/**
 * Gives a batch of noted records its time, so that they are in the feed, and returns the number of notes. A batch locks
 * the position until it commits, and is later than the one before. A reader that has seen a time has therefore seen all
 * that is before it, however long a transaction took to commit (contract-17, ADR-0051). The clock is the database's.
 */
export async function recordChanges({ db, write }: Pick<Ports, 'db' | 'write'>): Promise<number> {
  const waiting = await db.selectFrom('change_feed.pending').select('kind').limit(1).execute()
  if (waiting.length === 0) return 0
  return write(async (tx) => {
    await sql`
      update change_feed.position
      set last_at = greatest(date_trunc('milliseconds', clock_timestamp()), last_at + interval '1 millisecond')
    `.execute(tx)
    const { rows } = await sql<{ taken: number; donationIds: string[]; planIds: string[] }>`
      with taken as (
        delete from change_feed.pending
        where ctid = any(array(select p.ctid from change_feed.pending p limit ${batch}))
        returning kind, object_id, part
      ), noted as (
        select distinct kind, object_id, part from taken
      ), owned as (
        select n.*, c.organization_id
        from noted n
        join giving.donation d on n.kind = 'donation' and d.id = n.object_id
        join campaigns.campaign c on c.id = d.campaign_id
        union
        select n.*, c.organization_id
        from noted n
        join refunds.line l on n.kind = 'refund' and l.refund_id = n.object_id
        join giving.donation d on d.id = l.donation_id
        join campaigns.campaign c on c.id = d.campaign_id
        union
        select n.*, r.issuer_id
        from noted n
        join receipts.receipt r on n.kind = 'receipt' and r.id = n.object_id
        union
        select n.*, c.organization_id
        from noted n
        join subscriptions.subscription s on n.kind in ('plan', 'occurrence') and s.id = n.object_id
        join plans.plan o on o.id = s.plan_id
        join campaigns.campaign c on c.id = o.campaign_id
        union
        select n.*, p.organization_id
        from noted n
        join payouts.payout p on n.kind = 'payout' and p.id = n.object_id
        union
        select n.*, h.organization_id
        from noted n
        join hosted_pages.page h on n.kind = 'page' and h.id = n.object_id
        union
        select n.*, c.organization_id
        from noted n
        join organizing.offline_donation f on n.kind = 'offline-donation' and f.id = n.object_id
        join campaigns.campaign c on c.id = f.campaign_id
      ), written as (
        insert into change_feed.change (organization_id, kind, object_id, part, changed_at)
        select o.organization_id, o.kind, o.object_id, o.part, t.last_at
        from owned o
        cross join change_feed.position t
        on conflict (organization_id, kind, object_id, part) do update set changed_at = excluded.changed_at
      )
      select
        (select count(*)::integer from taken) as taken,
        array(select n.object_id from noted n where n.kind = 'donation') as "donationIds",
        array(select n.object_id from noted n where n.kind = 'plan') as "planIds"
    `.execute(tx)
    const { taken, ...changed } = one(rows)
    await updateDonors(tx, changed)
    return taken
  })
}

/** Notes of a full batch, after which the next one follows at once. */
export const changesAtOnce = batch
