import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import type { PageContent } from '../rules/page-content.ts'
import '../tables.ts'

/** Maximum of versions that are kept for each page (pages-8). */
const versionsMax = 50

export type PageVersion = { readonly number: number; readonly publishedAt: Date; readonly publishedById: string | null }

/** Adds the fields that contents stored before these fields existed don't have. */
export const withOptionalFields = <Content extends PageContent | null>(content: RawBuilder<Content>) =>
  sql<Content>`'{"impacts": []}'::jsonb || ${content}`

/** Returns the published versions of a page, newest first. */
export const listVersions = (db: Db, pageId: string): Promise<PageVersion[]> =>
  db
    .selectFrom('hosted_pages.version')
    .select(['number', 'published_at as publishedAt', 'published_by_account_id as publishedById'])
    .where('page_id', '=', pageId)
    .orderBy('number', 'desc')
    .execute()

export const findVersion = async (db: Db, pageId: string, number: number): Promise<PageContent | undefined> =>
  (
    await db
      .selectFrom('hosted_pages.version')
      .select(withOptionalFields(sql<PageContent>`content`).as('content'))
      .where('page_id', '=', pageId)
      .where('number', '=', number)
      .executeTakeFirst()
  )?.content

/** Counts the publications of a page since an instant. */
export const countPublications = async (tx: Tx, pageId: string, since: Date): Promise<number> =>
  (
    await tx
      .selectFrom('hosted_pages.version')
      .select('number')
      .where('page_id', '=', pageId)
      .where('published_at', '>', since)
      .execute()
  ).length

/** Inserts the next version and returns its number; deletes the oldest one above the maximum. */
export async function insertVersion(
  tx: Tx,
  input: { readonly pageId: string; readonly content: PageContent; readonly at: Date; readonly byId: string | null },
): Promise<number> {
  const { number } = await tx
    .insertInto('hosted_pages.version')
    .values({
      page_id: input.pageId,
      number: sql<number>`
        (select coalesce(max(number), 0) + 1 from hosted_pages.version where page_id = ${input.pageId})
      `,
      content: JSON.stringify(input.content),
      published_at: input.at,
      published_by_account_id: input.byId,
    })
    .returning('number')
    .executeTakeFirstOrThrow()
  await tx
    .deleteFrom('hosted_pages.version')
    .where('page_id', '=', input.pageId)
    .where('number', '<=', number - versionsMax)
    .execute()
  return number
}
