import { required } from '#shared/collections.ts'
import type { Insertable } from 'kysely'
import type { Tables, Tx } from '#shared/ports.ts'
import '../tables.ts'

/** Inserts campaigns and returns their ids in the given order. */
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

/** Inserts giving levels and returns their ids in the given order. */
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
 * Replaces a fundraiser's story (sanitized HTML, `rich-text.ts`) and its zakat recipients among the eight categories.
 */
export async function setStory(
  tx: Tx,
  campaignId: bigint,
  content: { readonly story?: string; readonly zakatCategories?: readonly string[]; readonly at: Date },
): Promise<void> {
  await tx
    .updateTable('campaigns.campaign')
    .set({
      ...(content.story === undefined ? {} : { story: content.story }),
      ...(content.zakatCategories === undefined ? {} : { zakat_categories: [...content.zakatCategories] }),
      changed_at: content.at,
    })
    .where('id', '=', campaignId)
    .execute()
}

/** Inserts news; bodies are sanitized HTML. */
export async function insertNewsRows(tx: Tx, rows: readonly Insertable<Tables['campaigns.news']>[]): Promise<void> {
  if (rows.length > 0)
    await tx
      .insertInto('campaigns.news')
      .values([...rows])
      .execute()
}
