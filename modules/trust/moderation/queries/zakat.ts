import { type NotNull, sql, type Selection } from 'kysely'
import type { Db, Tx, Tables } from '#shared/ports.ts'
import type { ZakatSchool } from '#modules/causes/campaigns/rules/zakat.ts'
import type { ZakatCategory } from '../rules/zakat.ts'
import type { Ruling } from '../rules/zakat-ruling.ts'
import '../tables.ts'

export type ZakatVerification = Readonly<Selection<Tables, 'moderation.zakat_verification', (typeof columns)[number]>>

/** A verification that was granted. */
export type GrantedVerification = ZakatVerification & { readonly verifiedAt: Date; readonly expiresAt: Date }

const columns = [
  'id',
  'campaign_id as campaignId',
  'state',
  sql<ZakatCategory[]>`categories`.as('categories'),
  'note',
  'links',
  // The ruling; null for requests and older verifications.
  'ruled_by as ruledBy',
  sql<string | null>`ruled_on::text`.as('ruledOn'),
  sql<ZakatSchool[]>`schools`.as('schools'),
  'conditions',
  'eligible_bps as eligibleBps',
  'document_url as documentUrl',
  'requested_at as requestedAt',
  'reviewer_account_id as reviewerId',
  'verified_at as verifiedAt',
  'expires_at as expiresAt',
  'ended_at as endedAt',
] as const

/** Inserts a request; undefined if one is already pending. */
export const insertZakatRequest = (
  tx: Tx,
  input: {
    id: string
    campaignId: bigint
    categories: readonly string[]
    note: string
    links: readonly string[]
    at: Date
    accountId: string
  },
) =>
  tx
    .insertInto('moderation.zakat_verification')
    .values({
      id: input.id,
      campaign_id: input.campaignId,
      state: 'requested',
      categories: [...input.categories],
      note: input.note,
      links: [...input.links],
      requested_at: input.at,
      requested_by_account_id: input.accountId,
      reviewer_account_id: null,
      end_reason: null,
    })
    .onConflict((conflict) => conflict.column('campaign_id').where('state', '=', 'requested').doNothing())
    .returning('id')
    .executeTakeFirst()

export const findVerification = (db: Db, id: string): Promise<ZakatVerification | undefined> =>
  db.selectFrom('moderation.zakat_verification').select(columns).where('id', '=', id).executeTakeFirst()

/** Selects granted verifications; a constraint guarantees that both dates are set. */
const granted = (db: Db) =>
  db
    .selectFrom('moderation.zakat_verification')
    .select(columns)
    .where('state', '=', 'granted')
    .$narrowType<{ verifiedAt: NotNull; expiresAt: NotNull }>()

/** Returns the valid verification. */
export const findGranted = (db: Db, campaignId: bigint): Promise<GrantedVerification | undefined> =>
  granted(db).where('campaign_id', '=', campaignId).executeTakeFirst()

/** Returns all requests and decisions of a fundraiser, newest first. */
export const verificationsOf = (db: Db, campaignId: bigint): Promise<ZakatVerification[]> =>
  db
    .selectFrom('moderation.zakat_verification')
    .select(columns)
    .where('campaign_id', '=', campaignId)
    .orderBy('requested_at', 'desc')
    .limit(20)
    .execute()

/** Whether a fundraiser ever requested zakat verification, whatever the decision. */
export const hasRequestedZakat = async (db: Db, campaignId: bigint): Promise<boolean> =>
  (await db
    .selectFrom('moderation.zakat_verification')
    .select('id')
    .where('campaign_id', '=', campaignId)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Returns valid verifications, the first to expire first. */
export const listGranted = (db: Db, page: { offset: number; limit: number }): Promise<GrantedVerification[]> =>
  granted(db).orderBy('expires_at').orderBy('id').offset(page.offset).limit(page.limit).execute()

/** Grants a verification. The same statement ends the earlier one, so there are never two. */
export async function grantVerification(
  tx: Tx,
  id: string,
  input: {
    campaignId: bigint
    categories: readonly string[]
    ruling: Ruling
    reviewerId: string
    at: Date
    expiresAt: Date
  },
): Promise<void> {
  await tx
    .updateTable('moderation.zakat_verification')
    .set({ state: 'renewed', ended_at: input.at })
    .where('campaign_id', '=', input.campaignId)
    .where('state', '=', 'granted')
    .execute()
  await tx
    .updateTable('moderation.zakat_verification')
    .set({
      state: 'granted',
      categories: [...input.categories],
      ruled_by: input.ruling.ruledBy,
      ruled_on: input.ruling.ruledOn,
      schools: [...input.ruling.schools],
      conditions: input.ruling.conditions,
      eligible_bps: input.ruling.eligibleBps,
      document_url: input.ruling.documentUrl,
      document_id: input.ruling.documentId,
      reviewer_account_id: input.reviewerId,
      verified_at: input.at,
      expires_at: input.expiresAt,
    })
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .execute()
}

export const declineVerification = (tx: Tx, id: string, input: { reviewerId: string; at: Date; reason: string }) =>
  tx
    .updateTable('moderation.zakat_verification')
    .set({ state: 'declined', reviewer_account_id: input.reviewerId, ended_at: input.at, end_reason: input.reason })
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .execute()

/** Revokes a verification; undefined if it is no longer valid. */
export const endRevokedVerification = (
  tx: Tx,
  id: string,
  input: { at: Date; reason: string },
): Promise<{ campaignId: bigint } | undefined> =>
  tx
    .updateTable('moderation.zakat_verification')
    .set({ state: 'revoked', ended_at: input.at, end_reason: input.reason })
    .where('id', '=', id)
    .where('state', '=', 'granted')
    .returning('campaign_id as campaignId')
    .executeTakeFirst()

/** Ends expired verifications; concurrent workers claim different ones. */
export const expireVerifications = async (
  tx: Tx,
  now: Date,
  limit: number,
): Promise<{ id: string; campaignId: bigint }[]> =>
  (
    await sql<{ id: string; campaignId: bigint }>`
      update moderation.zakat_verification
      set state = 'expired', ended_at = ${now}
      where id = any(
        array(
          select id
          from moderation.zakat_verification
          where state = 'granted' and expires_at <= ${now}
          order by expires_at
          limit ${limit}
          for update skip locked
        )
      )
      returning id, campaign_id as "campaignId"
    `.execute(tx)
  ).rows

/**
 * Claims and returns verifications that end before `until` and whose organizers were not notified. Excludes those with
 * a pending renewal.
 */
export const claimEndingVerifications = async (
  tx: Tx,
  input: { now: Date; until: Date; limit: number },
): Promise<{ id: string; campaignId: bigint; expiresAt: Date }[]> =>
  (
    await sql<{ id: string; campaignId: bigint; expiresAt: Date }>`
      update moderation.zakat_verification
      set warned_at = ${input.now}
      where id = any(
        array(
          select v.id
          from moderation.zakat_verification v
          where v.state = 'granted'
            and v.warned_at is null
            and v.expires_at > ${input.now}
            and v.expires_at <= ${input.until}
            and not exists (
              select from moderation.zakat_verification a where a.campaign_id = v.campaign_id and a.state = 'requested'
            )
          order by v.expires_at
          limit ${input.limit}
          for update skip locked
        )
      )
      returning id, campaign_id as "campaignId", expires_at as "expiresAt"
    `.execute(tx)
  ).rows
