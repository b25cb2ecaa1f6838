import { one } from '#shared/collections.ts'
import { sql } from 'kysely'
import { giftStands, levelAsked, organizerColumns, type OrganizerGift } from '#modules/money/giving/index-organizer.ts'
import type { PostalAddress } from '#modules/platform/addresses/rules/address.ts'
import type { Db, Ports, Tx } from '#shared/ports.ts'
import '../tables.ts'

/** False: somebody thanked for it before. */
export const insertThanks = async (
  tx: Tx,
  of: { donationId: string; campaignId: bigint; by: string; at: Date },
): Promise<boolean> =>
  (await tx
    .insertInto('organizing.thanks')
    .values({ donation_id: of.donationId, campaign_id: of.campaignId, sent_by: of.by, sent_at: of.at })
    .onConflict((conflict) => conflict.column('donation_id').doNothing())
    .returning('donation_id')
    .executeTakeFirst()) !== undefined

/** Whether any donor of a fundraiser has been thanked. */
export const hasThanks = async (db: Db, campaignId: bigint): Promise<boolean> =>
  (await db
    .selectFrom('organizing.thanks')
    .select('donation_id')
    .where('campaign_id', '=', campaignId)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Those of the gifts that were thanked for. */
export const thankedAmong = async (db: Db, ids: readonly string[]): Promise<Set<string>> =>
  new Set(
    ids.length === 0
      ? []
      : (
          await db
            .selectFrom('organizing.thanks')
            .select('donation_id as id')
            .where(sql<boolean>`donation_id = any(${ids}::uuid[])`)
            .execute()
        ).map(({ id }) => id),
  )

/**
 * Whether the level of a gift leaves its organizer something to send: it asked for something, or was worth something.
 */
const levelSends = `cardinality(${levelAsked}) > 0`

export type ClaimedGift = OrganizerGift & {
  readonly levelId: bigint
  readonly note: string | null
  /** What the level asked for. The donor gave it to its organizer for that, also when their name is nowhere public. */
  readonly levelEmail: string | null
  readonly shippingAddress: PostalAddress | null
  readonly hasSealed: boolean
  readonly hasToSend: boolean
  readonly sentAt: Date | null
}

type ClaimsAsked = {
  readonly campaignId: bigint
  readonly limit: number
  readonly levelId?: bigint | undefined
  readonly state: 'open' | 'sent' | 'all'
  readonly before?: { readonly givenAt: Date; readonly id: string } | undefined
}

/**
 * Gifts with a level that did not go back wholly, newest first, with what was given for it and whether it was sent.
 * `open`: there is something to send, and it was not.
 */
export const claimedGifts = (ports: Ports, of: ClaimsAsked): Promise<ClaimedGift[]> =>
  ports.statement<ClaimedGift>(
    'organizing.claims',
    `select ${organizerColumns}, d.level_id as "levelId", d.note, case when 'email' = any(${levelAsked}) then nullif(d.level_email, '') end as "levelEmail",
       case when 'shipping' = any(${levelAsked}) then d.shipping_address end as "shippingAddress", d.sealed is not null as "hasSealed", ${levelSends} as "hasToSend",
       f.sent_at as "sentAt"
     from giving.donation d join campaigns.level l on l.id = d.level_id left join organizing.fulfilment f on f.donation_id = d.id
     where d.campaign_id = $1 and ${giftStands} and ($2::timestamptz is null or (d.given_at, d.id) < ($2, $3::uuid)) and ($4::bigint is null or d.level_id = $4)
       and case $5::text when 'sent' then f.donation_id is not null when 'open' then f.donation_id is null and ${levelSends} else true end
     order by d.given_at desc, d.id desc limit $6`,
    [of.campaignId, of.before?.givenAt ?? null, of.before?.id ?? null, of.levelId ?? null, of.state, of.limit],
  )

/**
 * Of each level: how many gifts claim it, how many of those were sent, and for how many something is still to be sent.
 */
export const claimCounts = (
  ports: Ports,
  campaignId: bigint,
): Promise<{ levelId: bigint; gifts: number; sent: number; open: number }[]> =>
  ports.statement(
    'organizing.claim_counts',
    `select d.level_id as "levelId", count(*)::integer as gifts, count(f.donation_id)::integer as sent,
       count(*) filter (where f.donation_id is null and ${levelSends})::integer as open
     from giving.donation d join campaigns.level l on l.id = d.level_id left join organizing.fulfilment f on f.donation_id = d.id
     where d.campaign_id = $1 and ${giftStands} group by 1`,
    [campaignId],
  )

/** Whether a gift of this fundraiser claims a level. */
export const isClaim = async (db: Db, campaignId: bigint, donationId: string): Promise<boolean> =>
  (
    await sql`select 1 from giving.donation where id = ${donationId}::uuid and campaign_id = ${campaignId} and level_id is not null`.execute(
      db,
    )
  ).rows.length > 0

export const markSent = (tx: Tx, of: { donationId: string; campaignId: bigint; by: string; at: Date }) =>
  tx
    .insertInto('organizing.fulfilment')
    .values({ donation_id: of.donationId, campaign_id: of.campaignId, marked_by: of.by, sent_at: of.at })
    .onConflict((conflict) => conflict.column('donation_id').doNothing())
    .execute()

export const markUnsent = (tx: Tx, donationId: string) =>
  tx.deleteFrom('organizing.fulfilment').where('donation_id', '=', donationId).execute()

/** Gifts of the last weeks that can be thanked for and were not. */
export const unthankedSince = async (ports: Ports, campaignId: bigint, since: Date): Promise<number> =>
  one(
    await ports.statement<{ count: number }>(
      'organizing.unthanked',
      `select count(*)::integer as count from giving.donation d where d.campaign_id = $1 and d.given_at >= $2 and d.email is not null and d.kept_until is null and ${giftStands}
         and not exists (select from organizing.thanks t where t.donation_id = d.id)`,
      [campaignId, since],
    ),
  ).count

/** What an account did here stays done; who it was is forgotten. */
export async function eraseOrganizer(tx: Tx, accountId: string): Promise<void> {
  await tx.updateTable('organizing.thanks').set({ sent_by: null }).where('sent_by', '=', accountId).execute()
  await tx.updateTable('organizing.fulfilment').set({ marked_by: null }).where('marked_by', '=', accountId).execute()
  await sql`update organizing.offline_donation set entered_by = nullif(entered_by, ${accountId}::uuid), counted_by = nullif(counted_by, ${accountId}::uuid),
    withdrawn_by = nullif(withdrawn_by, ${accountId}::uuid) where ${accountId}::uuid in (entered_by, counted_by, withdrawn_by)`.execute(
    tx,
  )
}
