import { sql } from 'kysely'
import type { Edit } from '#modules/organizers/fundraising/index.ts'
import type { Db } from '#shared/ports.ts'
import '../tables.ts'

/** Returns edits of fundraisers verified for zakat that have no case yet, oldest first. */
export async function findUnreviewedEdits(db: Db, limit: number): Promise<Edit[]> {
  const { rows } = await sql<Edit>`
    select r.id, r.campaign_id as "campaignId", r.before, r.after
    from fundraising.revision r
    join moderation.zakat_verification v on v.campaign_id = r.campaign_id
      and v.state = 'granted'
      and v.verified_at < r.revised_at
    where not exists (select from moderation.case c where c.kind = 'edit' and c.subject_id = r.id::text)
    order by r.revised_at, r.id
    limit ${limit}
  `.execute(db)
  return rows
}
