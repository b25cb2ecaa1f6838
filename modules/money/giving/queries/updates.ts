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
const findDonorsForUpdates = async (
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

/**
 * Returns those of these donors who asked for a campaign's updates with a donation that isn't anonymous, each once, with
 * the address of their newest one.
 */
const findDonorsWithUpdates = async (
  db: Db,
  input: { readonly campaignId: bigint; readonly donorKeys: readonly Buffer[] },
): Promise<UpdateRecipient[]> =>
  input.donorKeys.length === 0
    ? []
    : (
        await sql<UpdateRecipient>`
          select ${sql.raw(mailboxOf('d'))} as email, lower(d.email) as "donationEmail", d.locale
          from (
            select distinct on (donor_key) id, email, account_id, given_at, locale
            from giving.donation
            where donor_key = any(${[...input.donorKeys]}::bytea[])
              and campaign_id = ${input.campaignId}
              and receive_updates
              and not is_anonymous
              and email is not null
              and retained_until is null
            order by donor_key, given_at desc
          ) as d
          order by 2
        `.execute(db)
      ).rows

/** Finds who asked for a campaign's updates: all of them in pages, or those among some donors. */
export const updateRecipients = { ofCampaign: findDonorsForUpdates, amongDonors: findDonorsWithUpdates }
