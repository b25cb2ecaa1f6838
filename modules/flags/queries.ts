import type { Db, Tx } from '#shared/ports.ts'
import './tables.ts'

/** Every switch with what it does, by key. */
export const listFlags = (db: Db) => db.selectFrom('flags.flag').select(['key', 'value', 'description', 'changed_at as changedAt']).orderBy('key').execute()

/** False: there is no such switch. */
export const updateFlag = async (tx: Tx, row: { key: string; value: string; at: Date }): Promise<boolean> =>
  (await tx.updateTable('flags.flag').set({ value: row.value, changed_at: row.at }).where('key', '=', row.key).executeTakeFirst()).numUpdatedRows > 0n
