import { sql, type Selection } from 'kysely'
import type { Db, Tx, Tables } from '#shared/ports.ts'
import type { Act } from './entry.ts'
import './tables.ts'

export const insertEntries = (tx: Tx, acts: readonly Act[]) =>
  tx
    .insertInto('audit.entry')
    .values(
      acts.map((act) => ({
        happened_at: act.at,
        actor_kind: act.actor.kind,
        actor_id: 'id' in act.actor ? act.actor.id : null,
        act: act.act,
        object: act.object,
        ip: act.ip ?? null,
        details: JSON.stringify(act.details ?? {}),
      })),
    )
    .execute()

const columns = [
  'id',
  'happened_at as at',
  'actor_kind as actorKind',
  'actor_id as actorId',
  'act',
  'object',
  'ip',
  'details',
] as const

/** Lists the actions on one object, newest first. */
export const entriesAbout = (db: Db, object: string, limit: number) =>
  db.selectFrom('audit.entry').select(columns).where('object', '=', object).orderBy('id', 'desc').limit(limit).execute()

export type AuditEntry = Readonly<Selection<Tables, 'audit.entry', (typeof columns)[number]>>

export type EntryFilter = {
  readonly actorId?: string | undefined
  /** The name of an action, or its prefix, such as `moderation.` */
  readonly act?: string | undefined
  readonly object?: string | undefined
  /** Any of these objects. */
  readonly objects?: readonly string[] | undefined
  /** Names of actions that aren't listed. */
  readonly exceptActs?: readonly string[] | undefined
  readonly from?: Date | undefined
  readonly until?: Date | undefined
}

/** Lists actions, newest first, before the entry `before`. */
export const listEntries = (
  db: Db,
  filter: EntryFilter,
  page: { readonly before?: bigint | undefined; readonly limit: number },
): Promise<AuditEntry[]> => {
  const { actorId, act, object, objects, exceptActs = [], from, until } = filter
  let query = db.selectFrom('audit.entry').select(columns)
  if (actorId !== undefined) query = query.where('actor_id', '=', actorId)
  if (act !== undefined) query = query.where((e) => e.fn<boolean>('starts_with', ['act', e.val(act)]))
  if (object !== undefined) query = query.where('object', '=', object)
  if (objects !== undefined) query = query.where(sql<boolean>`object = any(${objects}::text[])`)
  if (exceptActs.length > 0) query = query.where('act', 'not in', exceptActs)
  if (from !== undefined) query = query.where('happened_at', '>=', from)
  if (until !== undefined) query = query.where('happened_at', '<', until)
  if (page.before !== undefined) query = query.where('id', '<', page.before)
  return query.orderBy('id', 'desc').limit(page.limit).execute()
}
