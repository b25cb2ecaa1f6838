import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#shared/ports.ts'
import type { FeedPosition, RecordKind } from '../rules/feed-position.ts'
import '../tables.ts'

/** Which changes of a charity a page begins with: those after a position, or else those since an instant. */
export type ChangesFilter = {
  readonly organizationId: bigint
  readonly since?: Date | undefined
  readonly after?: FeedPosition | undefined
  readonly limit: number
}

const startsAt = ({ since, after }: ChangesFilter): RawBuilder<unknown> => {
  if (after)
    return sql`
      and (h.changed_at, h.object_id, h.part) > (${after.changedAt}::timestamptz, ${after.objectId}::uuid, ${after.part}::integer)
    `
  return since ? sql`and h.changed_at >= ${since}::timestamptz` : sql``
}

/** The changes of one kind, the earliest first; it reads the index `change_in_order` from the position on. */
export const changesQuery = (kind: RecordKind, filter: ChangesFilter): RawBuilder<FeedPosition> => sql<FeedPosition>`
  select h.changed_at as "changedAt", h.object_id as "objectId", h.part
  from change_feed.change h
  where h.organization_id = ${filter.organizationId} and h.kind = ${kind} ${startsAt(filter)}
  order by h.changed_at, h.object_id, h.part
  limit ${filter.limit}
`

/** Lists changed records of one kind. */
export const listChanges = async (db: Db, kind: RecordKind, filter: ChangesFilter): Promise<FeedPosition[]> =>
  (await changesQuery(kind, filter).execute(db)).rows

/** The last change of a donor's named donations to a charity, with the donor's key. */
export type ChangedDonor = FeedPosition & { readonly key: Buffer }

/**
 * The donors by the last change of their donations to a charity, the earliest first. Anonymous donations are no one's
 * (privacy-1).
 */
export const changedDonorsQuery = (filter: ChangesFilter): RawBuilder<ChangedDonor> => sql<ChangedDonor>`
  select h.changed_at as "changedAt", h.object_id as "objectId", h.part, d.donor_key as key
  from change_feed.change h
  join giving.donation d on d.id = h.object_id
  where h.organization_id = ${filter.organizationId} and h.kind = 'donation' ${startsAt(filter)}
    and not d.is_anonymous
    and not exists (
      select
      from giving.donation n
      join change_feed.change m
        on m.organization_id = ${filter.organizationId} and m.kind = 'donation' and m.object_id = n.id and m.part = 0
      where n.donor_key = d.donor_key
        and not n.is_anonymous
        and (m.changed_at, m.object_id) > (h.changed_at, h.object_id)
    )
  order by h.changed_at, h.object_id, h.part
  limit ${filter.limit}
`

/** Lists changed donors. */
export const listChangedDonors = async (db: Db, filter: ChangesFilter): Promise<ChangedDonor[]> =>
  (await changedDonorsQuery(filter).execute(db)).rows
