import { sql } from 'kysely'
import type { LocalDate } from '#shared/calendar.ts'
import type { Db } from '#shared/ports.ts'
import '../../tables.ts'

/** A charity's declarations by kind; those of more than one donation count as ended from their last day on. */
export type DeclarationCounts = {
  readonly oneDonation: number
  readonly later: number
  readonly paper: number
  readonly ended: number
}

/** Counts a charity's declarations on a UK day (gift-aid-16). */
export async function countDeclarations(db: Db, organizationId: bigint, today: LocalDate): Promise<DeclarationCounts> {
  const isEnded = sql<boolean>`(covers_until is not null and covers_until <= ${today}::date)`
  return db
    .selectFrom('gift_aid.declaration')
    .select([
      sql<number>`count(*) filter (where scope = 'donation')::int`.as('oneDonation'),
      sql<number>`count(*) filter (where scope <> 'donation' and source <> 'paper' and not ${isEnded})::int`.as(
        'later',
      ),
      sql<number>`count(*) filter (where scope <> 'donation' and source = 'paper' and not ${isEnded})::int`.as('paper'),
      sql<number>`count(*) filter (where scope <> 'donation' and ${isEnded})::int`.as('ended'),
    ])
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
}
