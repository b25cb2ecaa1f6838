import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db, Tables, Tx } from '#shared/ports.ts'
import { slugKey } from '#shared/slug.ts'
import type { ChangedFields } from '../rules/merge-page.ts'
import type { PageContent } from '../rules/page-content.ts'
import { withOptionalFields } from './versions.ts'
import type { PageStateData } from '../rules/page-states.ts'
import '../tables.ts'

/** A page with its draft, its published content, and the state of its campaign. */
export type PageRow = PageStateData & {
  readonly id: string
  readonly organizationId: bigint
  readonly campaignId: bigint
  readonly campaignSlug: string
  /** When staff paused its campaign. */
  readonly pausedByStaffAt: Date | null
  readonly slug: string
  readonly draft: PageContent
  readonly version: number
  readonly changed: ChangedFields
  readonly publishedVersion: number | null
  readonly publishedAt: Date | null
  /** The published content; null if it was never published. */
  readonly published: PageContent | null
  readonly createdById: string | null
  readonly requestHash: string | null
  readonly savesMinute: Date | null
  readonly saves: number
  readonly createdAt: Date
  readonly changedAt: Date
}

const selected = (db: Db) =>
  db
    .selectFrom('hosted_pages.page as p')
    .innerJoin('campaigns.campaign as c', 'c.id', 'p.campaign_id')
    .leftJoin('hosted_pages.version as v', (join) =>
      join.onRef('v.page_id', '=', 'p.id').onRef('v.number', '=', 'p.published_version'),
    )
    .select([
      'p.id',
      'p.organization_id as organizationId',
      'p.campaign_id as campaignId',
      'c.slug as campaignSlug',
      'c.status as campaignStatus',
      'c.ends_at as endsAt',
      'c.paused_by_staff_at as pausedByStaffAt',
      'p.slug',
      withOptionalFields(sql<PageContent>`p.draft`).as('draft'),
      'p.version',
      'p.changed',
      'p.published_version as publishedVersion',
      'p.published_at as publishedAt',
      withOptionalFields(sql<PageContent | null>`v.content`).as('published'),
      'p.review_requested_at as reviewRequestedAt',
      'c.archived_at as archivedAt',
      'p.created_by_account_id as createdById',
      'p.request_hash as requestHash',
      'p.saves_minute as savesMinute',
      'p.saves',
      'p.created_at as createdAt',
      'p.changed_at as changedAt',
    ])

/** Returns the page of a charity with this current or former slug, or else the page whose campaign has it. */
export const findHostedPage = async (db: Db, organizationId: bigint, slug: string): Promise<PageRow | undefined> =>
  (await selected(db)
    .innerJoin('hosted_pages.slug as s', 's.page_id', 'p.id')
    .where('s.organization_id', '=', organizationId)
    .where('s.slug_key', '=', slugKey(slug))
    .executeTakeFirst()) ??
  selected(db).where('p.organization_id', '=', organizationId).where('c.slug', '=', slug).executeTakeFirst()

export const findPageById = (db: Db, id: string): Promise<PageRow | undefined> =>
  selected(db).where('p.id', '=', id).executeTakeFirst()

/** Returns the page that owns a campaign. */
export const findPageOfCampaign = (db: Db, campaignId: bigint): Promise<PageRow | undefined> =>
  selected(db).where('p.campaign_id', '=', campaignId).executeTakeFirst()

/** Returns the page that a request with this key created. */
export const findPageOfRequest = (db: Db, requestKey: string): Promise<PageRow | undefined> =>
  selected(db).where('p.request_key', '=', requestKey).executeTakeFirst()

/** Returns a page and locks it until the transaction ends. */
export const lockHostedPage = async (tx: Tx, id: string): Promise<PageRow | undefined> => {
  await tx.selectFrom('hosted_pages.page').select('id').where('id', '=', id).forUpdate().execute()
  return findPageById(tx, id)
}

/** Returns the pages of a charity, last changed first. */
export const listPages = (db: Db, organizationId: bigint, limit: number): Promise<PageRow[]> =>
  selected(db)
    .where('p.organization_id', '=', organizationId)
    .orderBy('p.changed_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit)
    .execute()

/** Returns the pages of a charity that wait for its verification, oldest request first. */
export const listPagesInReview = (db: Db, organizationId: bigint): Promise<PageRow[]> =>
  selected(db)
    .where('p.organization_id', '=', organizationId)
    .where('p.review_requested_at', 'is not', null)
    .orderBy('p.review_requested_at')
    .orderBy('p.id')
    .execute()

/** Counts a charity's pages, and those created since an instant, including deleted drafts. */
export const countPages = async (
  tx: Tx,
  organizationId: bigint,
  since: Date,
): Promise<{ all: number; recent: number }> => {
  const { rows } = await sql<{ all: number; recent: number }>`
    select
      (select count(*)::int from hosted_pages.page where organization_id = ${organizationId}) as all,
      (
        select count(*)::int
        from campaigns.campaign
        where organization_id = ${organizationId} and kind = 'hosted-page' and created_at > ${since}
      ) as recent
  `.execute(tx)
  return rows[0] ?? { all: 0, recent: 0 }
}

/** Serializes changes of a charity's slugs and number of pages. */
export const lockPagesOf = (tx: Tx, organizationId: bigint) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`hosted_pages ${organizationId}`}, 0))`.execute(tx)

export const insertHostedPage = (tx: Tx, row: Insertable<Tables['hosted_pages.page']>) =>
  tx.insertInto('hosted_pages.page').values(row).execute()

/** Deletes a page that was never public, with its slugs and levels. */
export const deletePage = (tx: Tx, id: string) => tx.deleteFrom('hosted_pages.page').where('id', '=', id).execute()

export const updatePage = (tx: Tx, id: string, set: Updateable<Tables['hosted_pages.page']>) =>
  tx.updateTable('hosted_pages.page').set(set).where('id', '=', id).execute()
