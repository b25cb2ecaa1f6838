import type { Db, Tx } from '#shared/ports.ts'
import type { FilteredList } from '../rules/saved-filters.ts'
import '../tables.ts'

export type SavedFilter = { readonly id: string; readonly name: string; readonly query: string }

/** Returns the saved filters of a charity's list, by name. */
export const listSavedFilters = (db: Db, organizationId: bigint, list: FilteredList): Promise<SavedFilter[]> =>
  db
    .selectFrom('charity_donors.saved_filter')
    .select(['id', 'name', 'query'])
    .where('organization_id', '=', organizationId)
    .where('list', '=', list)
    .orderBy('name')
    .execute()

/** Saves a filter; one with the same name is replaced. */
export const upsertSavedFilter = (
  tx: Tx,
  filter: SavedFilter & {
    readonly organizationId: bigint
    readonly list: FilteredList
    readonly by: string
    readonly at: Date
  },
) => {
  const saved = { query: filter.query, saved_by: filter.by, saved_at: filter.at }
  return tx
    .insertInto('charity_donors.saved_filter')
    .values({
      id: filter.id,
      organization_id: filter.organizationId,
      list: filter.list,
      name: filter.name,
      ...saved,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'list', 'name']).doUpdateSet(saved))
    .execute()
}

/** Deletes a filter; returns false if the charity has none with this id. */
export const deleteSavedFilter = async (tx: Tx, organizationId: bigint, id: string): Promise<boolean> =>
  (await tx
    .deleteFrom('charity_donors.saved_filter')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()) !== undefined
