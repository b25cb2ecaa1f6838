import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import { mailboxOf } from '../owned.ts'
import { notRefunded } from './organizer.ts'
import type { UpdateRecipient } from './updates.ts'
import '../tables.ts'

/**
 * Lists donors of zakat to a campaign, without fully refunded donations, by the email of the donation, after `after`.
 * Each email appears once, in the language of its newest donation.
 */
export const findZakatDonors = async (
  db: Db,
  input: { campaignId: bigint; after: string; limit: number },
): Promise<UpdateRecipient[]> =>
  (
    await sql<UpdateRecipient>`
      select ${sql.raw(mailboxOf('d'))} as email, lower(d.email) as "donationEmail", d.locale
      from (
        select distinct on (lower(d.email)) d.id, d.email, d.account_id, d.given_at, d.locale
        from giving.donation d
        where d.campaign_id = ${input.campaignId}
          and d.is_zakat
          and d.email is not null
          and d.retained_until is null
          and lower(d.email) > ${input.after}
          and ${sql.raw(notRefunded)}
        order by lower(d.email), d.given_at desc, d.id desc
        limit ${input.limit}
      ) as d
      order by 2
    `.execute(db)
  ).rows

/**
 * Marks a paid donation as zakat: `eligible` minor units of it count, at its campaign's `bps`. Returns false if it
 * was zakat before. The caller checks the permission and books it.
 */
export async function markDonationAsZakat(
  tx: Tx,
  { donationId, eligible, bps }: { readonly donationId: string; readonly eligible: bigint; readonly bps: number },
): Promise<boolean> {
  const { rows } = await sql<{ isMarked: boolean }>`
    select giving.mark_as_zakat(${donationId}::uuid, ${eligible}::bigint, ${bps}::integer) as "isMarked"`.execute(tx)
  return rows[0]?.isMarked === true
}
