import { sql } from 'kysely'
import type { Db } from '#shared/ports.ts'
import type { LocalDate } from '#shared/calendar.ts'
import type { Currency } from '#shared/currencies.ts'
import '../tables.ts'

/** The zakat of one donation as its campaign received it. Minor units of `currency`. */
export type ReceivedZakat = {
  readonly donationId: string
  readonly currency: Currency
  /** The day in the charity's time zone. */
  readonly receivedOn: LocalDate
  readonly amount: bigint
  /** The amount that was refunded or reversed by the bank. */
  readonly refunded: bigint
}

/** Lists the zakat that a campaign received, oldest first (zakat-19). */
export const listZakatReceived = async (db: Db, campaignId: bigint): Promise<ReceivedZakat[]> =>
  (
    await sql<ReceivedZakat>`
      select d.id as "donationId", d.currency, (d.given_at at time zone o.time_zone)::date as "receivedOn",
        d.zakat_eligible as amount, coalesce(r.zakat_eligible, 0) as refunded
      from giving.donation d
      join campaigns.campaign c on c.id = d.campaign_id
      join organizations.organization o on o.id = c.organization_id
      left join giving.refunded_amount r on r.donation_id = d.id
      where d.campaign_id = ${campaignId} and d.is_zakat
      order by d.given_at, d.id`.execute(db)
  ).rows

/** Finds the campaign and currency of a zakat donation; undefined for other donations. */
export const findZakatDonation = (
  db: Db,
  donationId: string,
): Promise<{ readonly campaignId: bigint; readonly currency: Currency } | undefined> =>
  db
    .selectFrom('giving.donation')
    .select(['campaign_id as campaignId', sql<Currency>`currency`.as('currency')])
    .where('id', '=', donationId)
    .where('is_zakat', '=', true)
    .executeTakeFirst()

/** Sums the zakat that campaigns received, less refunds, by currency. Minor units. */
export const sumReceivedZakat = async (
  db: Db,
  campaignIds: readonly bigint[],
): Promise<{ readonly currency: Currency; readonly amount: bigint }[]> =>
  (
    await sql<{ readonly currency: Currency; readonly amount: bigint }>`
      select d.currency, sum(d.zakat_eligible - coalesce(r.zakat_eligible, 0))::bigint as amount
      from giving.donation d left join giving.refunded_amount r on r.donation_id = d.id
      where d.campaign_id = any(${campaignIds}::bigint[]) and d.is_zakat group by 1 order by 1`.execute(db)
  ).rows
