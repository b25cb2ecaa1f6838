import { one } from '#shared/collections.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import type { PictureCount } from './port.ts'
import './tables.ts'

export type Picture = {
  readonly id: string
  readonly accountId: string | null
  readonly width: number
  readonly height: number
}

/** Counts the pictures an account uploaded, in total and since `dayAgo`. */
export async function countPictures(db: Db, accountId: string, dayAgo: Date): Promise<PictureCount> {
  const { rows } = await sql<PictureCount>`
    select count(*)::int as total, count(*) filter (where uploaded_at > ${dayAgo})::int as "sinceYesterday"
    from media.picture where account_id = ${accountId}`.execute(db)
  return one(rows)
}

export const insertPicture = (
  tx: Tx,
  row: { id: string; accountId: string; width: number; height: number; bytes: number; at: Date },
) =>
  tx
    .insertInto('media.picture')
    .values({
      id: row.id,
      account_id: row.accountId,
      width: row.width,
      height: row.height,
      bytes: row.bytes,
      uploaded_at: row.at,
    })
    .execute()

/** Returns the existing pictures among the ids, in any order. */
export const findPictures = async (db: Db, ids: readonly string[]): Promise<Picture[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('media.picture')
        .select(['id', 'account_id as accountId', 'width', 'height'])
        .where('id', 'in', [...ids])
        .execute()

/** Marks pictures as used: they may be shown and are not purged. */
export const markUsed = async (tx: Tx, ids: readonly string[], instant: Date): Promise<void> => {
  if (ids.length === 0) return
  await tx
    .updateTable('media.picture')
    .set({ used_at: instant })
    .where('id', 'in', [...ids])
    .where('used_at', 'is', null)
    .execute()
}

/** Deletes unused pictures of one uploader or from before an instant; returns the ids, whose files are removed next. */
export const deleteUnused = async (tx: Tx, input: { accountId: string } | { before: Date }): Promise<string[]> => {
  const unused = tx.deleteFrom('media.picture').where('used_at', 'is', null)
  const rows = await (
    'accountId' in input
      ? unused.where('account_id', '=', input.accountId)
      : unused.where('uploaded_at', '<', input.before)
  )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Removes the uploader from pictures that stay in use. */
export const removeUploader = (tx: Tx, accountId: string) =>
  tx.updateTable('media.picture').set({ account_id: null }).where('account_id', '=', accountId).execute()
