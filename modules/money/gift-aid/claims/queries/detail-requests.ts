import type { Db, Tx } from '#shared/ports.ts'
import '../../tables.ts'

/** Returns when the donors of declarations were asked for missing details, by the declaration's id. */
export const detailRequestsOf = async (db: Db, declarationIds: readonly string[]): Promise<ReadonlyMap<string, Date>> =>
  new Map(
    declarationIds.length === 0
      ? []
      : (
          await db
            .selectFrom('gift_aid.declaration')
            .select(['id', 'details_requested_at as askedAt'])
            .where('id', 'in', [...new Set(declarationIds)])
            .where('details_requested_at', 'is not', null)
            .execute()
        ).flatMap(({ id, askedAt }) => (askedAt ? [[id, askedAt] as const] : [])),
  )

/** Stores that the donors of declarations were asked. */
export const saveDetailRequests = (tx: Tx, declarationIds: readonly string[], at: Date) =>
  tx
    .updateTable('gift_aid.declaration')
    .set({ details_requested_at: at })
    .where('id', 'in', [...declarationIds])
    .execute()
