import { sql } from 'kysely'
import type { Db } from '#shared/ports.ts'
import './tables.ts'

/** Somebody who asked for the updates of a fundraiser with a gift of theirs. `emailKey` is the one spelling of their mailbox. */
export type WantsUpdates = { readonly email: string; readonly emailKey: string; readonly locale: string }

/** In the order of their mailboxes, from after `after` on; each mailbox once, in the language of its newest gift. */
export const donorsWantingUpdates = async (db: Db, of: { campaignId: bigint; after: string; limit: number }): Promise<WantsUpdates[]> =>
  (
    await sql<WantsUpdates>`
      select distinct on (lower(email)) email, lower(email) as "emailKey", locale from giving.donation
      where campaign_id = ${of.campaignId} and receive_updates and email is not null and lower(email) > ${of.after}
      order by lower(email), given_at desc limit ${of.limit}`.execute(db)
  ).rows
