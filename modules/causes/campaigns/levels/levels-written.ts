import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db, Tables, Tx } from '#shared/ports.ts'
import { type LevelFieldSelection, levelFieldNames, levelFields } from '../rules/level-fields.ts'
import type { Level } from './levels.ts'

type LevelRow = Tables['campaigns.level']

/**
 * A level as the fundraiser's team sees it, including hidden levels. Amounts are in minor units of the campaign's
 * currency.
 */
export type OwnLevel = Omit<Level, 'bundle' | 'shares'> & {
  readonly position: number
  readonly flags: number
  /** Number of changes; claims and position don't count. */
  readonly version: number
}

const selectedOptions = levelFieldNames.map((name) => `${levelFields[name].column} as ${name}` as LevelFieldSelection)

/** Lists the levels in order, without removed ones. */
export const listOwnLevels = (db: Db, campaignId: bigint): Promise<OwnLevel[]> =>
  db
    .selectFrom('campaigns.level')
    .select([
      'id',
      'position',
      'title',
      'description',
      'amount',
      'claim_limit as claimLimit',
      'claimed',
      'reserved',
      'flags',
      'benefit_value as benefitValue',
      'version',
    ])
    .select(selectedOptions)
    .where('campaign_id', '=', campaignId)
    .where('status', '=', 1)
    .where('kind', '=', 'level')
    .orderBy('position')
    .orderBy('id')
    .execute()

/** Whether this request has already added its level. */
export const hasLevelOfRequest = async (tx: Tx, campaignId: bigint, requestKey: string): Promise<boolean> =>
  (await tx
    .selectFrom('campaigns.level')
    .select('id')
    .where('campaign_id', '=', campaignId)
    .where('idempotency_key', '=', requestKey)
    .executeTakeFirst()) !== undefined

/** Adds a level and returns its id. */
export const addLevel = async (tx: Tx, row: Insertable<LevelRow>): Promise<bigint> =>
  (await tx.insertInto('campaigns.level').values(row).returning('id').executeTakeFirstOrThrow()).id

/**
 * Changes a level. The same statement checks claims and reservations, so a limit below them changes nothing. Past
 * donations keep their amount.
 */
export const changeLevel = async (
  tx: Tx,
  ids: { campaignId: bigint; levelId: bigint },
  set: Omit<Updateable<LevelRow>, 'claimed' | 'reserved' | 'campaign_id' | 'status' | 'version'> & {
    claim_limit: number
  },
): Promise<boolean> =>
  (await tx
    .updateTable('campaigns.level')
    .set({ ...set, version: sql<number>`version + 1` })
    .where('id', '=', ids.levelId)
    .where('campaign_id', '=', ids.campaignId)
    .where('status', '=', 1)
    .where(sql<boolean>`(${set.claim_limit}::integer <= 0 or claimed + reserved <= ${set.claim_limit}::integer)`)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Removes a level: it can't be chosen any more, but past donations keep it. Returns false if it wasn't found. */
export const removeLevel = async (tx: Tx, ids: { campaignId: bigint; levelId: bigint }): Promise<boolean> =>
  (await tx
    .updateTable('campaigns.level')
    .set({ status: 9 })
    .where('id', '=', ids.levelId)
    .where('kind', '=', 'level')
    .where('campaign_id', '=', ids.campaignId)
    .where('status', '=', 1)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Orders levels by ids, locking rows in id order to avoid deadlocks. */
export const orderLevels = async (tx: Tx, campaignId: bigint, ids: readonly bigint[]): Promise<void> => {
  await sql`
    with
      wanted as (select id, place from unnest(${[...ids]}::bigint[]) with ordinality as w(id, place)),
      locked as (
        select l.id
        from campaigns.level l
        join wanted w on w.id = l.id
        where l.campaign_id = ${campaignId}
        order by l.id
        for no key update of l
      )
    update campaigns.level l
    set position = w.place
    from wanted w, locked k
    where l.id = w.id and k.id = l.id and l.campaign_id = ${campaignId}
  `.execute(tx)
}
