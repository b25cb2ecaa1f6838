import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import { money } from '#shared/money.ts'
import type { ItemValues } from './rules/read-item.ts'
import './fulfilment/tables.ts'
import './tables.ts'

/** A stored item, with the claims of its level in pieces. */
export type Item = ItemValues & {
  readonly levelId: bigint
  readonly campaignId: bigint
  readonly version: number
  readonly claimed: number
  readonly reserved: number
}

const itemsOf = (db: Db) =>
  db
    .selectFrom('qurbani.item as i')
    .innerJoin('campaigns.level as l', 'l.id', 'i.level_id')
    .innerJoin('campaigns.campaign as c', 'c.id', 'i.campaign_id')
    .select([
      'i.level_id as levelId',
      'i.campaign_id as campaignId',
      'l.title',
      'l.version',
      'l.claimed',
      'l.reserved',
      'c.currency',
      'i.hijri_year as hijriYear',
      'i.country',
      'i.animal',
      'i.unit',
      'i.animal_price as animalPrice',
      'i.capacity',
      'i.partner',
      'i.is_sponsored as isSponsored',
      'i.is_offered as isOffered',
      'i.calendar',
      'i.time_zone as timeZone',
      'i.opens_on as opensOn',
      'i.last_day as lastDay',
      'i.close_day as closeDay',
      'i.close_minutes as closeMinutes',
    ])
    .orderBy('i.country')
    .orderBy('i.animal')
    .orderBy('i.level_id')

type Row = Awaited<ReturnType<ReturnType<typeof itemsOf>['execute']>>[number]

const itemOf = ({ currency, animalPrice, closeDay, closeMinutes, ...row }: Row): Item => ({
  ...row,
  animalPrice: money(animalPrice, currency),
  close: { day: closeDay, hour: Math.floor(closeMinutes / 60), minute: closeMinutes % 60 },
})

/** Returns a fundraiser's items of one Hijri year, by country and animal. */
export const listItems = async (
  db: Db,
  input: { readonly campaignId: bigint; readonly hijriYear: number },
): Promise<Item[]> =>
  (
    await itemsOf(db)
      .where('i.campaign_id', '=', input.campaignId)
      .where('i.hijri_year', '=', input.hijriYear)
      .execute()
  ).map(itemOf)

export const findItem = async (
  db: Db,
  ids: { readonly campaignId: bigint; readonly levelId: bigint },
): Promise<Item | undefined> => {
  const row = await itemsOf(db)
    .where('i.campaign_id', '=', ids.campaignId)
    .where('i.level_id', '=', ids.levelId)
    .executeTakeFirst()
  return row && itemOf(row)
}

/** Returns the items of these levels. */
export const findItems = async (db: Db, levelIds: readonly bigint[]): Promise<Item[]> =>
  levelIds.length === 0
    ? []
    : (
        await itemsOf(db)
          .where('i.level_id', 'in', [...levelIds])
          .execute()
      ).map(itemOf)

export const findItemOfLevel = async (db: Db, levelId: bigint): Promise<Item | undefined> =>
  (await findItems(db, [levelId]))[0]

/** Returns items up to and including a year whose allocation isn't frozen. */
export const listUnfrozen = async (db: Db, input: { readonly untilYear: number }): Promise<Item[]> =>
  (
    await itemsOf(db)
      .leftJoin('qurbani.allocation as a', 'a.level_id', 'i.level_id')
      .where('a.level_id', 'is', null)
      .where('i.hijri_year', '<=', input.untilYear)
      .execute()
  ).map(itemOf)

/** Returns the items that active fundraisers offer in these years, at most `limit`. */
export const listOffered = async (
  db: Db,
  input: { readonly years: readonly number[]; readonly limit: number },
): Promise<Item[]> =>
  (
    await itemsOf(db)
      .where('i.hijri_year', 'in', [...input.years])
      .where('i.is_offered', '=', true)
      .where('c.status', '=', 1)
      .limit(input.limit)
      .execute()
  ).map(itemOf)

/** A fundraiser with Qurbani items: those of its newest Hijri year, and the number of ordered pieces. */
export type CampaignWithItems = {
  readonly slug: string
  readonly title: string
  readonly language: string
  readonly hijriYear: number
  readonly items: number
  readonly offered: number
  readonly ordered: number
}

/** Fundraisers with items, the newest Hijri year first. */
export const listCampaignsWithItems = async (db: Db, limit: number): Promise<CampaignWithItems[]> =>
  (
    await sql<CampaignWithItems>`
      select c.slug, c.name as title, c.language, i.hijri_year as "hijriYear", count(*)::integer as items,
        (count(*) filter (where i.is_offered))::integer as offered, coalesce(sum(l.claimed), 0)::integer as ordered
      from qurbani.item i
        join campaigns.level l on l.id = i.level_id
        join campaigns.campaign c on c.id = i.campaign_id
      where i.hijri_year = (select max(n.hijri_year) from qurbani.item n where n.campaign_id = i.campaign_id)
      group by c.id, c.slug, c.name, c.language, i.hijri_year
      order by i.hijri_year desc, c.name
      limit ${limit}`.execute(db)
  ).rows

export const campaignExists = async (db: Db, campaignId: bigint): Promise<boolean> =>
  (await db.selectFrom('campaigns.campaign').select('id').where('id', '=', campaignId).executeTakeFirst()) !== undefined

const columnsOf = (item: ItemValues, instant: Date) => ({
  hijri_year: item.hijriYear,
  country: item.country,
  animal: item.animal,
  unit: item.unit,
  animal_price: item.animalPrice.amount,
  capacity: item.capacity,
  partner: item.partner,
  is_sponsored: item.isSponsored,
  is_offered: item.isOffered,
  calendar: item.calendar,
  time_zone: item.timeZone,
  opens_on: item.opensOn,
  last_day: item.lastDay,
  close_day: item.close.day,
  close_minutes: item.close.hour * 60 + item.close.minute,
  changed_at: instant,
})

type NewItem = { readonly campaignId: bigint; readonly levelId: bigint; readonly item: ItemValues; readonly at: Date }

export const insertItem = (tx: Tx, { campaignId, levelId, item, at }: NewItem): Promise<unknown> =>
  tx
    .insertInto('qurbani.item')
    .values({ level_id: levelId, campaign_id: campaignId, created_at: at, ...columnsOf(item, at) })
    .execute()

export const updateStoredItem = (tx: Tx, { campaignId, levelId, item, at }: NewItem): Promise<unknown> =>
  tx
    .updateTable('qurbani.item')
    .set(columnsOf(item, at))
    .where('level_id', '=', levelId)
    .where('campaign_id', '=', campaignId)
    .execute()

/** The unique key of an item within its year: the constraint `item_once_a_year`. */
export const isSameItem = (a: ItemValues, b: ItemValues): boolean =>
  a.hijriYear === b.hijriYear &&
  a.country === b.country &&
  a.animal === b.animal &&
  a.unit === b.unit &&
  a.partner === b.partner
