import { required } from '#shared/collections.ts'
import type { Insertable } from 'kysely'
import type { Tables, Tx } from '#shared/ports.ts'
import '../tables.ts'

/** Adds campaigns and answers their ids in the order given. */
export async function insertCampaigns(
  tx: Tx,
  rows: readonly Insertable<Tables['campaigns.campaign']>[],
): Promise<bigint[]> {
  const added = await tx
    .insertInto('campaigns.campaign')
    .values([...rows])
    .returning(['id', 'slug'])
    .execute()
  const idBySlug = new Map(added.map((row) => [row.slug, row.id]))
  return rows.map((row) => required(idBySlug.get(row.slug)))
}

/** Adds giving levels and answers their ids in the order given. */
export async function insertLevels(tx: Tx, rows: readonly Insertable<Tables['campaigns.level']>[]): Promise<bigint[]> {
  if (rows.length === 0) return []
  const added = await tx
    .insertInto('campaigns.level')
    .values([...rows])
    .returning(['id', 'campaign_id', 'position'])
    .execute()
  const idByPlace = new Map(added.map((row) => [`${row.campaign_id}:${row.position}`, row.id]))
  return rows.map((row) => required(idByPlace.get(`${row.campaign_id}:${row.position}`)))
}

/**
 * Replaces what a fundraiser tells of itself: cleaned HTML (`rich-text.ts`), and which of the eight categories its
 * zakat goes to.
 */
export async function setStory(
  tx: Tx,
  campaignId: bigint,
  told: { readonly story?: string; readonly zakatCategories?: readonly string[]; readonly at: Date },
): Promise<void> {
  await tx
    .updateTable('campaigns.campaign')
    .set({
      ...(told.story === undefined ? {} : { story: told.story }),
      ...(told.zakatCategories === undefined ? {} : { zakat_categories: [...told.zakatCategories] }),
      changed_at: told.at,
    })
    .where('id', '=', campaignId)
    .execute()
}

/** Adds news; bodies are cleaned HTML. */
export async function insertNews(tx: Tx, rows: readonly Insertable<Tables['campaigns.news']>[]): Promise<void> {
  if (rows.length > 0)
    await tx
      .insertInto('campaigns.news')
      .values([...rows])
      .execute()
}
