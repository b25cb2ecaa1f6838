import { sql } from 'kysely'
import type { Currency } from '#shared/money.ts'
import type { Db, Tx } from '#shared/ports.ts'
import type { PostalAddress } from '#modules/platform/addresses/rules/address.ts'
import { mailboxOf } from '#modules/money/giving/index.ts'
import './tables.ts'

/** The data of a paid donation that its tax address needs. Minor units, less refunds. */
export type TaxDonation = {
  readonly id: string
  readonly intentId: string
  readonly campaignName: string
  readonly campaignSlug: string
  readonly organizationName: string
  readonly organizationNameAr: string | null
  /** IANA time zone of its charity. */
  readonly timeZone: string
  readonly takesGiftAid: boolean
  readonly taxReceiptCountries: readonly string[]
  readonly currency: Currency
  readonly gift: bigint
  /** Value of the benefit that the donor received. */
  readonly benefit: bigint
  readonly givenAt: Date
  readonly country: string | null
  readonly giftAid: boolean
  readonly isGiftAidRequested: boolean
  readonly taxReceipt: boolean
  readonly address: PostalAddress | null
  readonly billingAddress: PostalAddress | null
  readonly shareAddress: boolean
  readonly name: string
  readonly email: string | null
  readonly mailTo: string | null
  readonly locale: string
}

/**
 * Returns the donations of payments in their order, without fully refunded ones and those of erased donors.
 * `onlyOpen` excludes donations that have an address or whose campaign offers neither Gift Aid nor tax receipts.
 */
export async function taxDonations(
  db: Db,
  intentIds: readonly string[],
  { onlyOpen = false }: { readonly onlyOpen?: boolean } = {},
): Promise<TaxDonation[]> {
  if (intentIds.length === 0) return []
  const { rows } = await sql<TaxDonation>`
    select
      d.id,
      d.intent_id as "intentId",
      c.name as "campaignName",
      c.slug as "campaignSlug",
      o.name as "organizationName",
      o.name_ar as "organizationNameAr",
      o.time_zone as "timeZone",
      c.gift_aid as "takesGiftAid",
      c.tax_receipt_countries as "taxReceiptCountries",
      d.currency,
      d.gift - coalesce(r.gift, 0) as gift,
      coalesce(l.benefit_value, 0) * d.quantity as benefit,
      d.given_at as "givenAt",
      d.country,
      d.gift_aid as "giftAid",
      d.gift_aid_requested is true as "isGiftAidRequested",
      d.tax_receipt as "taxReceipt",
      d.tax_address as address,
      d.billing_address as "billingAddress",
      d.share_address as "shareAddress",
      d.name,
      d.email,
      ${sql.raw(mailboxOf('d'))} as "mailTo",
      d.locale
    from giving.donation d
    join campaigns.campaign c on c.id = d.campaign_id
    join organizations.organization o on o.id = c.organization_id
    left join campaigns.level l on l.id = d.level_id
    left join giving.refunded_amount r on r.donation_id = d.id
    where d.intent_id = any(${intentIds}::uuid[])
      and d.retained_until is null
      and r.is_fully_refunded is not true
      and (not ${onlyOpen} or (d.tax_address is null and (c.gift_aid or c.tax_receipt_countries <> '{}')))
    order by d.intent_id, d.line
  `.execute(db)
  return rows
}

/** Returns the intent of a donation. */
export const findIntentOfDonation = async (db: Db, donationId: string): Promise<string | undefined> =>
  (await db.selectFrom('giving.donation').select('intent_id').where('id', '=', donationId).executeTakeFirst())
    ?.intent_id

/** Stores payments whose donors must be reminded; payments that are already stored don't change. */
export async function insertRequests(
  tx: Tx,
  rows: readonly { readonly intentId: string; readonly givenAt: Date }[],
): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('tax_addresses.request')
    .values(rows.map(({ intentId, givenAt }) => ({ intent_id: intentId, given_at: givenAt })))
    .onConflict((conflict) => conflict.column('intent_id').doNothing())
    .execute()
}

export const deleteRequests = (tx: Tx, intentIds: readonly string[]) =>
  tx
    .deleteFrom('tax_addresses.request')
    .where('intent_id', 'in', [...intentIds])
    .execute()

/**
 * Claims payments whose reminder number `nth` (0 or 1) is due and counts it as sent; the last reminder deletes the
 * row. Workers can run concurrently.
 */
export async function lockDueAddressReminders(
  tx: Tx,
  { nth, before, limit }: { readonly nth: number; readonly before: Date; readonly limit: number },
): Promise<string[]> {
  const due = sql`select intent_id from tax_addresses.request where reminders = ${nth} and given_at <= ${before}
    order by given_at limit ${limit} for update skip locked`
  const taken = sql<{ intentId: string }>
  const { rows } =
    nth === 0
      ? await taken`
        update tax_addresses.request set reminders = 1 where intent_id in (${due}) returning intent_id as "intentId"
      `.execute(tx)
      : await taken`delete from tax_addresses.request where intent_id in (${due}) returning intent_id as "intentId"`.execute(
          tx,
        )
  return rows.map(({ intentId }) => intentId)
}
