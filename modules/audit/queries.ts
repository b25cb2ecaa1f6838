import type { Db, Tx } from '#shared/ports.ts'
import type { Act } from './record.ts'
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

/** What was done to one thing, newest first. */
export const entriesAbout = (db: Db, object: string, limit: number) =>
  db
    .selectFrom('audit.entry')
    .select(['id', 'happened_at as at', 'actor_kind as actorKind', 'actor_id as actorId', 'act', 'object', 'ip', 'details'])
    .where('object', '=', object)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
