import { sql } from 'kysely'
import type { Ports, Tx } from '#shared/ports.ts'
import { ukDayOf } from './declarations/rules/coverage.ts'
import './tables.ts'

/**
 * Erases an account's declarations: deletes its names and addresses, and ends what still covers later donations. Rows of
 * claims have their own encrypted copy, and donations that were declared keep theirs until their retention day
 * (gift-aid-7).
 */
export async function eraseDeclarations(
  tx: Tx,
  { accountId, at }: { readonly accountId: string; readonly at: Date },
): Promise<void> {
  await tx.deleteFrom('gift_aid.declarer_details').where('account_id', '=', accountId).execute()
  await tx
    .updateTable('gift_aid.declaration')
    .set({ covers_until: sql<string>`greatest(covers_from, ${ukDayOf(at)}::date)`, ended_at: at })
    .where('account_id', '=', accountId)
    .where('scope', '<>', 'donation')
    .where('covers_until', 'is', null)
    .execute()
}

/** Years for which HMRC can ask for the records of a claim (gift-aid-7). */
const keptYears = 6

/** Nightly job that deletes names and addresses from the rows of claims after six years. Returns how many. */
export async function purgeClaimDetails(ports: Pick<Ports, 'write' | 'clock'>): Promise<number> {
  const before = new Date(ports.clock())
  before.setUTCFullYear(before.getUTCFullYear() - keptYears)
  return ports.write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('gift_aid.claim_row')
      .set({ details: null })
      .where('details', 'is not', null)
      .where('claim_id', 'in', (claims) =>
        claims
          .selectFrom('gift_aid.claim')
          .select('id')
          .where(sql<boolean>`coalesce(paid_at, submitted_at, cancelled_at) < ${before}`),
      )
      .executeTakeFirst()
    return Number(numUpdatedRows)
  })
}
