import type { Db, Tx } from '#shared/ports.ts'
import type { DraftContent } from '../rules/draft.ts'
import '../tables.ts'

export type DraftRow = {
  readonly campaignId: bigint
  readonly version: number
  readonly content: DraftContent
  readonly changedAt: Date
  readonly published: boolean
}

export const findDraft = async (db: Db, campaignId: bigint): Promise<DraftRow | undefined> => {
  const row = await db
    .selectFrom('fundraising.draft')
    .select(['campaign_id as campaignId', 'version', 'content', 'changed_at as changedAt', 'published'])
    .where('campaign_id', '=', campaignId)
    .executeTakeFirst()
  return row && { ...row, content: row.content as DraftContent }
}

/** Saves a draft as the next version; the caller has locked the campaign. */
export const saveNextDraft = (
  tx: Tx,
  row: { campaignId: bigint; version: number; content: DraftContent; changedBy: string; at: Date; published: boolean },
) => {
  const values = {
    version: row.version,
    content: JSON.stringify(row.content),
    changed_by: row.changedBy,
    changed_at: row.at,
    published: row.published,
  }
  return tx
    .insertInto('fundraising.draft')
    .values({ campaign_id: row.campaignId, ...values })
    .onConflict((conflict) => conflict.column('campaign_id').doUpdateSet(values))
    .execute()
}

export const insertRevision = (
  tx: Tx,
  row: {
    id: string
    campaignId: bigint
    authorId: string
    at: Date
    before: Partial<DraftContent>
    after: Partial<DraftContent>
  },
) =>
  tx
    .insertInto('fundraising.revision')
    .values({
      id: row.id,
      campaign_id: row.campaignId,
      author_id: row.authorId,
      revised_at: row.at,
      before: JSON.stringify(row.before),
      after: JSON.stringify(row.after),
    })
    .execute()

/** The changes of one edit, by field of the form. */
export type Edit = {
  readonly id: string
  readonly campaignId: bigint
  readonly before: Partial<DraftContent>
  readonly after: Partial<DraftContent>
}

export const findRevision = async (db: Db, id: string): Promise<Edit | undefined> =>
  (await db
    .selectFrom('fundraising.revision')
    .select(['id', 'campaign_id as campaignId', 'before', 'after'])
    .where('id', '=', id)
    .executeTakeFirst()) as Edit | undefined
