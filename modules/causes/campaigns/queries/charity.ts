import { sql } from 'kysely'
import type { Currency } from '#shared/money.ts'
import type { Db, Tx } from '#shared/ports.ts'
import '../tables.ts'

/** Returns the general fund that every charity has (content-1). */
export const generalFundOf = (
  db: Db,
  organizationId: bigint,
): Promise<
  | {
      readonly id: bigint
      readonly slug: string
      readonly currency: Currency
      readonly language: string
      readonly status: number
      readonly endsAt: Date | null
      readonly category: string
      readonly coverId: string | null
    }
  | undefined
> =>
  db
    .selectFrom('campaigns.campaign')
    .select(['id', 'slug', 'currency', 'language', 'status', 'ends_at as endsAt', 'category', 'cover_id as coverId'])
    .where('organization_id', '=', organizationId)
    .where('kind', '=', 'general-fund')
    .executeTakeFirst()

/** Gives the general fund of a charity its new slug (content-1). */
export const setGeneralFundSlug = (tx: Tx, organizationId: bigint, slug: string, instant: Date) =>
  tx
    .updateTable('campaigns.campaign')
    .set({ slug, changed_at: instant })
    .where('organization_id', '=', organizationId)
    .where('kind', '=', 'general-fund')
    .execute()

/** Publishes the general fund of a charity that was verified for the first time. */
export const openGeneralFund = (tx: Tx, organizationId: bigint, instant: Date) =>
  tx
    .updateTable('campaigns.campaign')
    .set({ status: 1, changed_at: instant })
    .where('organization_id', '=', organizationId)
    .where('kind', '=', 'general-fund')
    .where('status', '=', 0)
    .execute()

/** Sets the tax relief of donations to all campaigns of a charity. */
export const setReliefOfCharity = (
  tx: Tx,
  organizationId: bigint,
  relief: { readonly giftAid: boolean; readonly taxReceiptCountries: readonly ('US' | 'CA')[] },
) =>
  tx
    .updateTable('campaigns.campaign')
    .set({ gift_aid: relief.giftAid, tax_receipt_countries: [...relief.taxReceiptCountries] })
    .where('organization_id', '=', organizationId)
    .execute()

/** Returns the amounts that a charity's campaigns received, by currency, in minor units. Drafts have none. */
export const totalsOfCharity = async (
  db: Db,
  organizationId: bigint,
): Promise<{ readonly currency: Currency; readonly raised: bigint; readonly donationCount: number }[]> =>
  (
    await sql<{ readonly currency: Currency; readonly raised: bigint; readonly donationCount: number }>`
      select c.currency, sum(t.raised)::bigint as raised, sum(t.donation_count)::int as "donationCount"
      from campaigns.campaign c join campaigns.total t on t.campaign_id = c.id
      where c.organization_id = ${organizationId} and t.donation_count > 0
      group by c.currency order by sum(t.donation_count) desc, c.currency`.execute(db)
  ).rows

/** Counts the distinct donors of a charity's campaigns. */
export const countDonorsOfCharity = async (db: Db, organizationId: bigint): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(distinct d.donor_key)::int as count
    from campaigns.campaign c join campaigns.donor d on d.campaign_id = c.id
    where c.organization_id = ${organizationId}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns the ids of a charity's campaigns that are or were public. */
export const publicCampaignsOf = async (db: Db, organizationId: bigint): Promise<bigint[]> =>
  (
    await db
      .selectFrom('campaigns.campaign')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('status', '<>', 0)
      .execute()
  ).map(({ id }) => id)
