import { type NotNull, sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import type { ZakatSchool } from '#modules/causes/campaigns/rules/zakat.ts'
import type { ZakatCategory } from '../rules/zakat.ts'
import type { Ruling } from '../rules/zakat-ruling.ts'
import type { VerificationState } from '../tables.ts'
import '../tables.ts'

export type Verification = {
  readonly id: string
  readonly campaignId: bigint
  readonly state: VerificationState
  readonly categories: readonly ZakatCategory[]
  readonly note: string
  readonly links: readonly string[]
  /** Its ruling; null on requests, and on verifications from before rulings were recorded. */
  readonly ruledBy: string | null
  readonly ruledOn: string | null
  readonly schools: readonly ZakatSchool[]
  readonly conditions: string
  readonly eligibleBps: number
  readonly documentUrl: string | null
  readonly askedAt: Date
  readonly reviewerId: string | null
  readonly verifiedAt: Date | null
  readonly expiresAt: Date | null
  readonly endedAt: Date | null
}

/** One that was granted. */
export type GrantedVerification = Verification & { readonly verifiedAt: Date; readonly expiresAt: Date }

const columns = [
  'id',
  'campaign_id as campaignId',
  'state',
  sql<ZakatCategory[]>`categories`.as('categories'),
  'note',
  'links',
  'ruled_by as ruledBy',
  sql<string | null>`ruled_on::text`.as('ruledOn'),
  sql<ZakatSchool[]>`schools`.as('schools'),
  'conditions',
  'eligible_bps as eligibleBps',
  'document_url as documentUrl',
  'asked_at as askedAt',
  'reviewer_account_id as reviewerId',
  'verified_at as verifiedAt',
  'expires_at as expiresAt',
  'ended_at as endedAt',
] as const

/** Undefined: one is asked for already. */
export const insertRequest = (
  tx: Tx,
  of: {
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
      id: of.id,
      campaign_id: of.campaignId,
      state: 'asked',
      categories: [...of.categories],
      note: of.note,
      links: [...of.links],
      asked_at: of.at,
      asked_by_account_id: of.accountId,
      reviewer_account_id: null,
      end_reason: null,
    })
    .onConflict((conflict) => conflict.column('campaign_id').where('state', '=', 'asked').doNothing())
    .returning('id')
    .executeTakeFirst()

export const findVerification = (db: Db, id: string): Promise<Verification | undefined> =>
  db.selectFrom('moderation.zakat_verification').select(columns).where('id', '=', id).executeTakeFirst()

/** Granted ones have both dates by a constraint of the table. */
const granted = (db: Db) =>
  db
    .selectFrom('moderation.zakat_verification')
    .select(columns)
    .where('state', '=', 'granted')
    .$narrowType<{ verifiedAt: NotNull; expiresAt: NotNull }>()

/** The one that stands now. */
export const findGranted = (db: Db, campaignId: bigint): Promise<GrantedVerification | undefined> =>
  granted(db).where('campaign_id', '=', campaignId).executeTakeFirst()

/** Everything that was asked and answered for a fundraiser, newest first. */
export const verificationsOf = (db: Db, campaignId: bigint): Promise<Verification[]> =>
  db
    .selectFrom('moderation.zakat_verification')
    .select(columns)
    .where('campaign_id', '=', campaignId)
    .orderBy('asked_at', 'desc')
    .limit(20)
    .execute()

/** Those that stand, the first to end first. */
export const listGranted = (db: Db, page: { offset: number; limit: number }): Promise<GrantedVerification[]> =>
  granted(db).orderBy('expires_at').orderBy('id').offset(page.offset).limit(page.limit).execute()

/** The one that stood before ends in the same step, so there is never a moment with two. */
export async function grant(
  tx: Tx,
  id: string,
  of: {
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
    .set({ state: 'renewed', ended_at: of.at })
    .where('campaign_id', '=', of.campaignId)
    .where('state', '=', 'granted')
    .execute()
  await tx
    .updateTable('moderation.zakat_verification')
    .set({
      state: 'granted',
      categories: [...of.categories],
      ruled_by: of.ruling.ruledBy,
      ruled_on: of.ruling.ruledOn,
      schools: [...of.ruling.schools],
      conditions: of.ruling.conditions,
      eligible_bps: of.ruling.eligibleBps,
      document_url: of.ruling.documentUrl,
      document_id: of.ruling.documentId,
      reviewer_account_id: of.reviewerId,
      verified_at: of.at,
      expires_at: of.expiresAt,
    })
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .execute()
}

export const decline = (tx: Tx, id: string, of: { reviewerId: string; at: Date; reason: string }) =>
  tx
    .updateTable('moderation.zakat_verification')
    .set({ state: 'declined', reviewer_account_id: of.reviewerId, ended_at: of.at, end_reason: of.reason })
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .execute()

/** Undefined: it does not stand any more. */
export const revoke = (
  tx: Tx,
  id: string,
  of: { at: Date; reason: string },
): Promise<{ campaignId: bigint } | undefined> =>
  tx
    .updateTable('moderation.zakat_verification')
    .set({ state: 'revoked', ended_at: of.at, end_reason: of.reason })
    .where('id', '=', id)
    .where('state', '=', 'granted')
    .returning('campaign_id as campaignId')
    .executeTakeFirst()

/** Ends those whose day has come; workers share them without meeting. */
export const takeExpired = async (tx: Tx, now: Date, limit: number): Promise<{ id: string; campaignId: bigint }[]> =>
  (
    await sql<{ id: string; campaignId: bigint }>`
      update moderation.zakat_verification set state = 'expired', ended_at = ${now} where id = any(array(
        select id from moderation.zakat_verification where state = 'granted' and expires_at <= ${now} order by expires_at limit ${limit} for update skip locked))
      returning id, campaign_id as "campaignId"`.execute(tx)
  ).rows

/**
 * Those that end before `until` and whose organizers were not told; from now on they were. One that is asked for again
 * is not among them.
 */
export const takeEnding = async (
  tx: Tx,
  of: { now: Date; until: Date; limit: number },
): Promise<{ id: string; campaignId: bigint; expiresAt: Date }[]> =>
  (
    await sql<{ id: string; campaignId: bigint; expiresAt: Date }>`
      update moderation.zakat_verification set warned_at = ${of.now} where id = any(array(
        select v.id from moderation.zakat_verification v where v.state = 'granted' and v.warned_at is null and v.expires_at > ${of.now} and v.expires_at <= ${of.until}
          and not exists (select from moderation.zakat_verification a where a.campaign_id = v.campaign_id and a.state = 'asked')
        order by v.expires_at limit ${of.limit} for update skip locked))
      returning id, campaign_id as "campaignId", expires_at as "expiresAt"`.execute(tx)
  ).rows
