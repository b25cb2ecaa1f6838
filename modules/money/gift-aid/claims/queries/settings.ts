import { sql } from 'kysely'
import type { LocalDate } from '#shared/calendar.ts'
import type { Db, Tx } from '#shared/ports.ts'
import type { AccountingYearEnd } from '../../rules/claim-deadline.ts'
import type { GiftAidSettings } from '../claiming-charity.ts'
import '../../tables.ts'

const selected = (db: Db, organizationId: bigint) =>
  db
    .selectFrom('gift_aid.charity')
    .select([
      'hmrc_reference as hmrcReference',
      sql<AccountingYearEnd>`lpad(year_end_month::text, 2, '0') || '-' || lpad(year_end_day::text, 2, '0')`.as(
        'accountingYearEnd',
      ),
      sql<LocalDate | null>`claimed_until::text`.as('claimedUntil'),
      sql<number>`(select count(*)::int from gift_aid.claimed_before b where b.organization_id = charity.organization_id)`.as(
        'markedDonations',
      ),
    ])
    .where('organization_id', '=', organizationId)

/** Returns what a charity's finance said about its claims; undefined if nothing yet. */
export const findSettings = (db: Db, organizationId: bigint): Promise<GiftAidSettings | undefined> =>
  selected(db, organizationId).executeTakeFirst()

/** Returns the settings, and makes other changes of the charity's claims wait until the transaction ends. */
export const lockSettings = (tx: Tx, organizationId: bigint): Promise<GiftAidSettings | undefined> =>
  selected(tx, organizationId).forUpdate().executeTakeFirst()

export async function saveSettings(
  tx: Tx,
  row: {
    readonly organizationId: bigint
    readonly hmrcReference: string
    readonly yearEnd: { readonly month: number; readonly day: number }
    readonly claimedUntil: LocalDate | null
    /** Donations to mark as claimed outside this site. */
    readonly donationIds: readonly string[]
    readonly accountId: string
    readonly at: Date
  },
): Promise<void> {
  const answers = {
    hmrc_reference: row.hmrcReference,
    year_end_month: row.yearEnd.month,
    year_end_day: row.yearEnd.day,
    claimed_until: row.claimedUntil,
    answered_at: row.at,
    answered_by: row.accountId,
  }
  await tx
    .insertInto('gift_aid.charity')
    .values({ organization_id: row.organizationId, ...answers })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(answers))
    .execute()
  if (row.donationIds.length === 0) return
  await tx
    .insertInto('gift_aid.claimed_before')
    .values(
      row.donationIds.map((donationId) => ({
        donation_id: donationId,
        organization_id: row.organizationId,
        marked_at: row.at,
        marked_by: row.accountId,
      })),
    )
    .onConflict((conflict) => conflict.column('donation_id').doNothing())
    .execute()
}
