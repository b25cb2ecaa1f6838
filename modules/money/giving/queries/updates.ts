import { sql } from 'kysely'
import type { Db } from '#shared/ports.ts'
import { mailboxOf } from '../owned.ts'
import '../tables.ts'

/**
 * A donor who asked for a campaign's updates: the current email, and the normalized email of the donation, which
 * differs if the donor changed it since.
 */
export type UpdateRecipient = { readonly email: string; readonly donationEmail: string; readonly locale: string }

/**
 * Lists those donors by the email of the donation, after `after`. Each email appears once, in the language of its
 * newest donation.
 */
export const findDonorsForUpdates = async (
  db: Db,
  input: { campaignId: bigint; after: string; limit: number },
): Promise<UpdateRecipient[]> =>
  (
    await sql<UpdateRecipient>`
      select ${sql.raw(mailboxOf('d'))} as email, lower(d.email) as "donationEmail", d.locale
      from (
        select distinct on (lower(email)) id, email, account_id, given_at, locale
        from giving.donation
        where campaign_id = ${input.campaignId}
          and receive_updates
          and email is not null
          and lower(email) > ${input.after}
        order by lower(email), given_at desc
        limit ${input.limit}
      ) as d
      order by 2
    `.execute(db)
  ).rows
