import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import '../tables.ts'

export type List = { readonly id: bigint; readonly title: string }

export const findList = (db: Db, id: bigint): Promise<List | undefined> =>
  db.selectFrom('discovery.list').select(['id', 'title']).where('id', '=', id).executeTakeFirst()

/** Returns the public items of a list, in order. */
export const itemsOf = async (db: Db, listId: bigint): Promise<bigint[]> =>
  (
    await db
      .selectFrom('discovery.list_item as i')
      .innerJoin('discovery.document as d', 'd.campaign_id', 'i.campaign_id')
      .select('i.campaign_id as id')
      .where('i.list_id', '=', listId)
      .orderBy('i.position')
      .execute()
  ).map(({ id }) => id)

/** Returns all items of a list, in order. */
export const allItemsOf = async (db: Db, listId: bigint): Promise<bigint[]> =>
  (
    await db
      .selectFrom('discovery.list_item')
      .select('campaign_id as id')
      .where('list_id', '=', listId)
      .orderBy('position')
      .execute()
  ).map(({ id }) => id)

const isEvents = sql<boolean>`exists (select from discovery.event e where e.list_id = l.id)`
const countOfItems = sql<number>`(select count(*)::int from discovery.list_item i where i.list_id = l.id)`.as('count')

/** Returns lists that belong to no event, newest first. */
export const ownLists = (db: Db, limit: number): Promise<(List & { readonly count: number })[]> =>
  db
    .selectFrom('discovery.list as l')
    .select(['l.id', 'l.title', countOfItems])
    .where(sql<boolean>`not ${isEvents}`)
    .orderBy('l.id', 'desc')
    .limit(limit)
    .execute()

export const findOwnList = (db: Db, id: bigint): Promise<List | undefined> =>
  db
    .selectFrom('discovery.list as l')
    .select(['l.id', 'l.title'])
    .where('l.id', '=', id)
    .where(sql<boolean>`not ${isEvents}`)
    .executeTakeFirst()

/** Returns a list that belongs to no event, and locks it until the transaction ends. */
export async function lockOwnList(tx: Tx, id: bigint): Promise<List | undefined> {
  await tx.selectFrom('discovery.list').select('id').where('id', '=', id).forUpdate().execute()
  return findOwnList(tx, id)
}

export const deleteList = (tx: Tx, id: bigint) => tx.deleteFrom('discovery.list').where('id', '=', id).execute()

export async function insertList(tx: Tx, title: string, instant: Date): Promise<bigint> {
  const { id } = await tx
    .insertInto('discovery.list')
    .values({ title, created_at: instant, changed_at: instant })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Renames a list; returns false if it doesn't exist. */
export const renameList = async (tx: Tx, id: bigint, title: string, instant: Date): Promise<boolean> =>
  (await tx.updateTable('discovery.list').set({ title, changed_at: instant }).where('id', '=', id).executeTakeFirst())
    .numUpdatedRows > 0n

export async function replaceItems(tx: Tx, listId: bigint, campaignIds: readonly bigint[]): Promise<void> {
  await tx.deleteFrom('discovery.list_item').where('list_id', '=', listId).execute()
  if (campaignIds.length === 0) return
  await tx
    .insertInto('discovery.list_item')
    .values(campaignIds.map((campaign_id, position) => ({ list_id: listId, campaign_id, position })))
    .execute()
}

export type Event = {
  readonly id: bigint
  readonly slug: string
  readonly title: string
  readonly titleAr: string | null
  readonly about: string
  readonly aboutAr: string | null
  readonly startsOn: string
  readonly endsOn: string
  readonly listId: bigint
}
const eventColumns = [
  'id',
  'slug',
  'title',
  'title_ar as titleAr',
  'about',
  'about_ar as aboutAr',
  'starts_on as startsOn',
  'ends_on as endsOn',
  'list_id as listId',
] as const

export const findEvent = (
  db: Db,
  by: { readonly id: bigint } | { readonly slug: string },
): Promise<Event | undefined> =>
  db
    .selectFrom('discovery.event')
    .select(eventColumns)
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('slug', '=', by.slug)))
    .executeTakeFirst()

export type ListedEvent = Pick<Event, 'slug' | 'title' | 'titleAr' | 'startsOn' | 'endsOn'> & { readonly count: number }

/** Returns events, the last one to end first. */
export const allEvents = (db: Db, limit: number): Promise<ListedEvent[]> =>
  db
    .selectFrom('discovery.event as e')
    .innerJoin('discovery.list as l', 'l.id', 'e.list_id')
    .select([
      'e.slug',
      'e.title',
      'e.title_ar as titleAr',
      'e.starts_on as startsOn',
      'e.ends_on as endsOn',
      countOfItems,
    ])
    .orderBy('e.ends_on', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit)
    .execute()

/** Returns events whose last day is `from` or later and that have a public fundraiser, the first one to end first. */
export const findEventsEndingFrom = (
  db: Db,
  input: { readonly from: string; readonly limit: number },
): Promise<Omit<ListedEvent, 'count'>[]> =>
  db
    .selectFrom('discovery.event as e')
    .select(['e.slug', 'e.title', 'e.title_ar as titleAr', 'e.starts_on as startsOn', 'e.ends_on as endsOn'])
    .where('e.ends_on', '>=', input.from)
    .where(
      sql<boolean>`
        exists (
          select
          from discovery.list_item i
          join discovery.document d on d.campaign_id = i.campaign_id
          where i.list_id = e.list_id
        )
      `,
    )
    .orderBy('e.ends_on')
    .orderBy('e.id')
    .limit(input.limit)
    .execute()

export const deleteEvent = (tx: Tx, id: bigint) => tx.deleteFrom('discovery.event').where('id', '=', id).execute()

/** Serializes creating and changing an event of one slug. */
export const lockEventSlug = (tx: Tx, slug: string) =>
  sql`select pg_advisory_xact_lock(hashtext(${`discovery.event:${slug}`}))`.execute(tx)

export async function upsertEvent(tx: Tx, event: Omit<Event, 'id'>): Promise<bigint> {
  const row = {
    slug: event.slug,
    title: event.title,
    title_ar: event.titleAr,
    about: event.about,
    about_ar: event.aboutAr,
    starts_on: event.startsOn,
    ends_on: event.endsOn,
    list_id: event.listId,
  }
  const { id } = await tx
    .insertInto('discovery.event')
    .values(row)
    .onConflict((conflict) => conflict.column('slug').doUpdateSet(row))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function replaceAdVariants(
  tx: Tx,
  input: {
    readonly campaignId: bigint
    readonly adSpot: string
    readonly variants: readonly { readonly creativeType: 'image' | 'video'; readonly creativeUrl: string }[]
  },
): Promise<void> {
  await tx
    .deleteFrom('discovery.ad_variant')
    .where('campaign_id', '=', input.campaignId)
    .where('ad_spot', '=', input.adSpot)
    .execute()
  if (input.variants.length === 0) return
  await tx
    .insertInto('discovery.ad_variant')
    .values(
      input.variants.map(({ creativeType, creativeUrl }, position) => ({
        campaign_id: input.campaignId,
        ad_spot: input.adSpot,
        position,
        creative_type: creativeType,
        creative_url: creativeUrl,
      })),
    )
    .execute()
}

export type StoredAdVariant = {
  readonly campaignId: bigint
  readonly adSpot: string
  readonly creativeType: 'image' | 'video'
  readonly creativeUrl: string
}

/** Returns all ad variants by spot and fundraiser, in order. */
export const allAdVariants = (db: Db, limit: number): Promise<StoredAdVariant[]> =>
  db
    .selectFrom('discovery.ad_variant')
    .select([
      'campaign_id as campaignId',
      'ad_spot as adSpot',
      'creative_type as creativeType',
      'creative_url as creativeUrl',
    ])
    .orderBy('ad_spot')
    .orderBy('campaign_id')
    .orderBy('position')
    .limit(limit)
    .execute()
