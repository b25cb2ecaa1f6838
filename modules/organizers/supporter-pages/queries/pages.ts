import { type Insertable, sql } from 'kysely'
import type { CampaignKind } from '#modules/causes/campaigns/index.ts'
import type { Currency } from '#shared/money.ts'
import type { Db, Tables, Tx } from '#shared/ports.ts'
import type { SupporterPageState } from '../rules/page-states.ts'
import '../tables.ts'

/** A supporter's page with its campaign and the campaigns above it. Amounts in minor units. */
export type SupporterPage = {
  readonly id: string
  readonly campaignId: bigint
  readonly rootId: bigint
  readonly accountId: string | null
  readonly state: SupporterPageState
  readonly isOnLeaderboard: boolean
  readonly openedAt: Date
  readonly slug: string
  readonly kind: CampaignKind
  readonly title: string
  readonly supporterName: string
  readonly story: string
  readonly language: string
  readonly currency: Currency
  readonly goal: bigint | null
  readonly coverId: string | null
  readonly coverAlt: string
  readonly category: string
  readonly status: number
  /** When staff paused it. */
  readonly pausedByStaffAt: Date | null
  readonly parentId: bigint
  readonly rootSlug: string
  readonly rootTitle: string
  readonly rootLanguage: string
  readonly rootHasLeaderboard: boolean
  readonly organizationId: bigint
}

const selected = (db: Db) =>
  db
    .selectFrom('supporter_pages.page as g')
    .innerJoin('campaigns.campaign as c', 'c.id', 'g.campaign_id')
    .innerJoin('campaigns.campaign as r', 'r.id', 'g.root_id')
    .select([
      'g.id',
      'g.campaign_id as campaignId',
      'g.root_id as rootId',
      'g.account_id as accountId',
      'g.state',
      'g.is_on_leaderboard as isOnLeaderboard',
      'g.opened_at as openedAt',
      'c.slug',
      'c.kind',
      'c.name as title',
      'c.organizer_name as supporterName',
      'c.story',
      'c.language',
      'c.currency',
      'c.goal',
      'c.cover_id as coverId',
      'c.cover_alt as coverAlt',
      'c.category',
      'c.status',
      'c.paused_by_staff_at as pausedByStaffAt',
      'c.parent_id as parentId',
      'c.organization_id as organizationId',
      'r.slug as rootSlug',
      'r.name as rootTitle',
      'r.language as rootLanguage',
      'r.has_leaderboard as rootHasLeaderboard',
    ])
    .$narrowType<{ parentId: bigint }>()

export const findSupporterPage = (db: Db, id: string): Promise<SupporterPage | undefined> =>
  selected(db).where('g.id', '=', id).executeTakeFirst()

/** Returns a page and locks it until the transaction ends. */
export const lockSupporterPage = async (tx: Tx, id: string): Promise<SupporterPage | undefined> => {
  await tx.selectFrom('supporter_pages.page').select('id').where('id', '=', id).forUpdate().execute()
  return findSupporterPage(tx, id)
}

/** Returns the page that an account has below a fundraiser or hosted page. */
export const findPageOfAccount = (db: Db, rootId: bigint, accountId: string): Promise<SupporterPage | undefined> =>
  selected(db).where('g.root_id', '=', rootId).where('g.account_id', '=', accountId).executeTakeFirst()

/** Returns an account's pages, newest first. */
export const pagesOfAccount = (db: Db, accountId: string, limit: number): Promise<SupporterPage[]> =>
  selected(db)
    .where('g.account_id', '=', accountId)
    .orderBy('g.opened_at', 'desc')
    .orderBy('g.id', 'desc')
    .limit(limit)
    .execute()

/** Returns all pages below a fundraiser or hosted page: first those that wait, then the newest. */
export const supporterPagesBelow = (db: Db, rootId: bigint, limit: number): Promise<SupporterPage[]> =>
  selected(db)
    .where('g.root_id', '=', rootId)
    .orderBy(sql`g.state <> 'waiting'`)
    .orderBy('g.opened_at', 'desc')
    .orderBy('g.id', 'desc')
    .limit(limit)
    .execute()

/** Counts the pages that an account opened since an instant. */
export const countOpened = async (db: Db, accountId: string, since: Date): Promise<number> =>
  (
    await db
      .selectFrom('supporter_pages.page')
      .select('id')
      .where('account_id', '=', accountId)
      .where('opened_at', '>', since)
      .execute()
  ).length

/** Serializes the opening of pages by one account. */
export const lockOpening = (tx: Tx, accountId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`supporter_pages ${accountId}`}, 0))`.execute(tx)

export const insertSupporterPage = (tx: Tx, row: Insertable<Tables['supporter_pages.page']>) =>
  tx.insertInto('supporter_pages.page').values(row).execute()

/** Sets a page's state, which its campaign follows. */
export const setState = (tx: Tx, id: string, state: SupporterPageState, instant: Date) =>
  tx.updateTable('supporter_pages.page').set({ state, changed_at: instant }).where('id', '=', id).execute()

export const setOnLeaderboard = (tx: Tx, id: string, isOnLeaderboard: boolean, instant: Date) =>
  tx
    .updateTable('supporter_pages.page')
    .set({ is_on_leaderboard: isOnLeaderboard, changed_at: instant })
    .where('id', '=', id)
    .execute()

/** Returns a team below this root that can be joined, because its page is live. */
export const findTeam = (
  db: Db,
  rootId: bigint,
  pageId: string,
): Promise<{ readonly campaignId: bigint } | undefined> =>
  db
    .selectFrom('supporter_pages.page as g')
    .innerJoin('campaigns.campaign as c', 'c.id', 'g.campaign_id')
    .select('g.campaign_id as campaignId')
    .where('g.root_id', '=', rootId)
    .where('g.id', '=', pageId)
    .where('g.state', '=', 'live')
    .where('c.kind', '=', 'team')
    .executeTakeFirst()

/** Returns the teams below a root that can be joined, by name. */
export const listTeams = (db: Db, rootId: bigint, limit: number) =>
  db
    .selectFrom('supporter_pages.page as g')
    .innerJoin('campaigns.campaign as c', 'c.id', 'g.campaign_id')
    .select(['g.id', 'g.campaign_id as campaignId', 'c.name as title', 'c.language'])
    .where('g.root_id', '=', rootId)
    .where('g.state', '=', 'live')
    .where('c.kind', '=', 'team')
    .orderBy('c.name')
    .orderBy('g.id')
    .limit(limit)
    .execute()

/** Removes an account from its pages; returns the campaigns, whose texts the caller replaces. */
export const anonymizePages = async (tx: Tx, accountId: string) =>
  tx
    .updateTable('supporter_pages.page')
    .set({ account_id: null, is_on_leaderboard: false })
    .where('account_id', '=', accountId)
    .returning('campaign_id as campaignId')
    .execute()

/** Returns the page of the team that owns a campaign. */
export const findTeamOfPage = async (db: Db, campaignId: bigint): Promise<string | undefined> =>
  (await db.selectFrom('supporter_pages.page').select('id').where('campaign_id', '=', campaignId).executeTakeFirst())
    ?.id

/**
 * Returns the account of the supporter's page that owns a campaign; undefined if there is none or the account was
 * erased.
 */
export const supporterOf = async (db: Db, campaignId: bigint): Promise<string | undefined> =>
  (
    await db
      .selectFrom('supporter_pages.page')
      .select('account_id as accountId')
      .where('campaign_id', '=', campaignId)
      .executeTakeFirst()
  )?.accountId ?? undefined
