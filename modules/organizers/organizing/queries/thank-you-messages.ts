import { one } from '#shared/collections.ts'
import { sql } from 'kysely'
import {
  notRefunded,
  requestedLevelFields,
  organizerColumns,
  type OrganizerDonation,
} from '#modules/money/giving/index.ts'
import type { PostalAddress } from '#modules/platform/addresses/rules/address.ts'
import type { Db, Ports, Tx } from '#shared/ports.ts'
import '../tables.ts'

/**
 * Inserts thanks, automatic ones without an account; returns false if the donor was thanked before. Thanks by hand
 * replace automatic ones (content-42).
 */
export const insertThankYouMessage = async (
  tx: Tx,
  input: { donationId: string; campaignId: bigint; by: string | null; at: Date },
): Promise<boolean> =>
  (await tx
    .insertInto('organizing.thank_you_message')
    .values({
      donation_id: input.donationId,
      campaign_id: input.campaignId,
      sent_by: input.by,
      is_automatic: input.by === null,
      sent_at: input.at,
    })
    .onConflict((conflict) =>
      conflict
        .column('donation_id')
        .doUpdateSet({ sent_by: input.by, is_automatic: false })
        .where('organizing.thank_you_message.is_automatic', '=', true)
        .where(sql<boolean>`${input.by !== null}`),
    )
    .returning('donation_id')
    .executeTakeFirst()) !== undefined

/** Thanks that a donor got. The team can still thank by hand after automatic ones (content-42). */
export type ThanksSent = { readonly isAutomatic: boolean }

/** Whether any donor of a fundraiser has been thanked. */
export const hasThankYouMessage = async (db: Db, campaignId: bigint): Promise<boolean> =>
  (await db
    .selectFrom('organizing.thank_you_message')
    .select('donation_id')
    .where('campaign_id', '=', campaignId)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Returns those of the donations whose donors were thanked, and whether that was automatic. */
export const findThankedDonations = async (db: Db, ids: readonly string[]): Promise<Map<string, ThanksSent>> =>
  new Map(
    ids.length === 0
      ? []
      : (
          await db
            .selectFrom('organizing.thank_you_message')
            .select(['donation_id as id', 'is_automatic as isAutomatic'])
            .where(sql<boolean>`donation_id = any(${ids}::uuid[])`)
            .execute()
        ).map(({ id, isAutomatic }) => [id, { isAutomatic }]),
  )

/** Condition: the organizer has something to send for a level, because it requires details or has a value. */
const levelSends = `cardinality(${requestedLevelFields}) > 0`

export type ClaimedDonation = OrganizerDonation & {
  readonly levelId: bigint
  readonly note: string | null
  /** The donor left it for the level, so the organizer sees it even if the donor's name isn't public. */
  readonly levelEmail: string | null
  readonly shippingAddress: PostalAddress | null
  readonly hasEmergencyDetails: boolean
  readonly hasToSend: boolean
  readonly sentAt: Date | null
}

type ClaimsQuery = {
  readonly campaignId: bigint
  readonly limit: number
  readonly levelId?: bigint | undefined
  readonly state: 'open' | 'sent' | 'all'
  readonly before?: { readonly givenAt: Date; readonly id: string } | undefined
}

/**
 * Returns claims that weren't fully refunded, newest first, with the donor's details and whether they were sent.
 * `open`: there is something to send that wasn't sent yet.
 */
export const claimedDonations = (ports: Pick<Ports, 'statement'>, request: ClaimsQuery): Promise<ClaimedDonation[]> =>
  ports.statement<ClaimedDonation>(
    'organizing.claims',
    `
      select
        ${organizerColumns},
        d.level_id as "levelId",
        d.note,
        case when 'email' = any(${requestedLevelFields}) then nullif(d.level_email, '') end as "levelEmail",
        case when 'shipping' = any(${requestedLevelFields}) then d.shipping_address end as "shippingAddress",
        d.encrypted_fields is not null as "hasEmergencyDetails",
        ${levelSends} as "hasToSend",
        f.sent_at as "sentAt"
      from giving.donation d
      join campaigns.level l on l.id = d.level_id
      left join organizing.fulfilment f on f.donation_id = d.id
      where d.campaign_id = $1
        and ${notRefunded}
        and ($2::timestamptz is null or (d.given_at, d.id) < ($2, $3::uuid))
        and ($4::bigint is null or d.level_id = $4)
        and case $5::text when 'sent' then f.donation_id is not null when 'open' then f.donation_id is null
        and ${levelSends} else true end
      order by d.given_at desc, d.id desc
      limit $6
    `,
    [
      request.campaignId,
      request.before?.givenAt ?? null,
      request.before?.id ?? null,
      request.levelId ?? null,
      request.state,
      request.limit,
    ],
  )

/** Counts claims for each level: all, sent, and still to send. */
export const claimCounts = (
  ports: Ports,
  campaignId: bigint,
): Promise<{ levelId: bigint; donations: number; sent: number; open: number }[]> =>
  ports.statement(
    'organizing.claim_counts',
    `
      select
        d.level_id as "levelId",
        count(*)::integer as donations,
        count(f.donation_id)::integer as sent,
        count(*) filter (where f.donation_id is null and ${levelSends})::integer as open
      from giving.donation d
      join campaigns.level l on l.id = d.level_id
      left join organizing.fulfilment f on f.donation_id = d.id
      where d.campaign_id = $1 and ${notRefunded}
      group by 1
    `,
    [campaignId],
  )

/** Counts claims that have something to send, for the fundraisers of a charity with most of them. */
export const countOpenClaims = (
  ports: Ports,
  organizationId: bigint,
  limit: number,
): Promise<{ readonly campaignId: bigint; readonly open: number }[]> =>
  ports.statement(
    'organizing.open_claims',
    `
      select d.campaign_id as "campaignId", count(*)::integer as open
      from campaigns.campaign c
      join giving.donation d on d.campaign_id = c.id and d.level_id is not null
      join campaigns.level l on l.id = d.level_id
      where c.organization_id = $1
        and ${levelSends}
        and not exists (select from organizing.fulfilment f where f.donation_id = d.id)
        and ${notRefunded}
      group by 1
      order by 2 desc, 1
      limit $2
    `,
    [organizationId, limit],
  )

/** Whether a donation of this fundraiser claims a level. */
export const isClaim = async (db: Db, campaignId: bigint, donationId: string): Promise<boolean> =>
  (
    await sql`
      select 1
      from giving.donation
      where id = ${donationId}::uuid and campaign_id = ${campaignId} and level_id is not null
    `.execute(db)
  ).rows.length > 0

export const markSent = (tx: Tx, input: { donationId: string; campaignId: bigint; by: string; at: Date }) =>
  tx
    .insertInto('organizing.fulfilment')
    .values({ donation_id: input.donationId, campaign_id: input.campaignId, marked_by: input.by, sent_at: input.at })
    .onConflict((conflict) => conflict.column('donation_id').doNothing())
    .execute()

export const markUnsent = (tx: Tx, donationId: string) =>
  tx.deleteFrom('organizing.fulfilment').where('donation_id', '=', donationId).execute()

/** Counts recent donations whose donors can be thanked and weren't. */
export const countUnthankedSince = async (ports: Ports, campaignId: bigint, since: Date): Promise<number> =>
  one(
    await ports.statement<{ count: number }>(
      'organizing.unthanked',
      `
        select count(*)::integer as count
        from giving.donation d
        where d.campaign_id = $1
          and d.given_at >= $2
          and d.email is not null
          and d.retained_until is null
          and ${notRefunded}
          and not exists (select from organizing.thank_you_message t where t.donation_id = d.id)
      `,
      [campaignId, since],
    ),
  ).count

/** Anonymizes an account's actions in this module. */
export async function eraseOrganizer(tx: Tx, accountId: string): Promise<void> {
  await tx.updateTable('organizing.thank_you_message').set({ sent_by: null }).where('sent_by', '=', accountId).execute()
  await tx.updateTable('organizing.fulfilment').set({ marked_by: null }).where('marked_by', '=', accountId).execute()
  await sql`
    update organizing.offline_donation
    set
      entered_by = nullif(entered_by, ${accountId}::uuid),
      counted_by = nullif(counted_by, ${accountId}::uuid),
      withdrawn_by = nullif(withdrawn_by, ${accountId}::uuid)
    where ${accountId}::uuid in (entered_by, counted_by, withdrawn_by)
  `.execute(tx)
}
