import type { Currency } from '#shared/money.ts'
import type { Db, Tx } from '#shared/ports.ts'
import '../tables.ts'

/** The general fund of a charity, which every charity has (content-1). */
export const generalFundOf = (
  db: Db,
  organizationId: bigint,
): Promise<{ id: bigint; currency: Currency; language: string } | undefined> =>
  db
    .selectFrom('campaigns.campaign')
    .select(['id', 'currency', 'language'])
    .where('organization_id', '=', organizationId)
    .where('kind', '=', 'general-fund')
    .executeTakeFirst()

/** Publishes the general fund of a charity that was verified for the first time. */
export const openGeneralFund = (tx: Tx, organizationId: bigint, at: Date) =>
  tx
    .updateTable('campaigns.campaign')
    .set({ status: 1, changed_at: at })
    .where('organization_id', '=', organizationId)
    .where('kind', '=', 'general-fund')
    .where('status', '=', 0)
    .execute()

/** Sets which tax relief donations to a charity's campaigns may have, for all of them. */
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
