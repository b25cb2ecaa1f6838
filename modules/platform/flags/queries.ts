import type { Db, Tx } from '#shared/ports.ts'
import './tables.ts'

/** Lists all feature flags with their descriptions, by key. */
export const listFlags = (db: Db) =>
  db
    .selectFrom('flags.flag')
    .select(['key', 'value', 'description', 'changed_at as changedAt'])
    .orderBy('key')
    .execute()

/** Undefined if there is no such switch. */
export const lockFlag = (tx: Tx, key: string) =>
  tx.selectFrom('flags.flag').select('value').where('key', '=', key).forUpdate().executeTakeFirst()

export const updateFlag = (tx: Tx, row: { key: string; value: string; at: Date }) =>
  tx.updateTable('flags.flag').set({ value: row.value, changed_at: row.at }).where('key', '=', row.key).execute()
