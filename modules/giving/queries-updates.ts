import { sql } from 'kysely'
import type { Db } from '#shared/ports.ts'
import { mailboxOf } from './owned.ts'
import './tables.ts'

/**
 * Somebody who asked for the updates of a fundraiser with a gift of theirs: where they read their mail today, and the one spelling of the mailbox they
 * gave with, which is another where they have changed it since.
 */
export type WantsUpdates = { readonly email: string; readonly gaveWith: string; readonly locale: string }

/** In the order of the mailboxes they gave with, from after `after` on; each mailbox once, in the language of its newest gift. */
export const donorsWantingUpdates = async (db: Db, of: { campaignId: bigint; after: string; limit: number }): Promise<WantsUpdates[]> =>
  (
    await sql<WantsUpdates>`
      select distinct on (lower(d.email)) ${sql.raw(mailboxOf('d'))} as email, lower(d.email) as "gaveWith", d.locale from giving.donation d
      where d.campaign_id = ${of.campaignId} and d.receive_updates and d.email is not null and lower(d.email) > ${of.after}
      order by lower(d.email), d.given_at desc limit ${of.limit}`.execute(db)
  ).rows
