import type { Db } from '#shared/ports.ts'
import type { CaseKind } from '../rules/score.ts'
import '../tables.ts'

/** Returns open cases that were opened after `from` and no later than `until`. */
export const casesOpenedBetween = (
  db: Db,
  from: Date,
  until: Date,
): Promise<{ readonly id: string; readonly kind: CaseKind }[]> =>
  db
    .selectFrom('moderation.case')
    .select(['id', 'kind'])
    .where('state', '=', 'open')
    .where('opened_at', '>', from)
    .where('opened_at', '<=', until)
    .orderBy('opened_at')
    .limit(200)
    .execute()
