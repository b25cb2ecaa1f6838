import { sql } from 'kysely'
import { type ListedKind, listFeaturedCampaigns, setFeaturedCampaigns } from '#modules/causes/campaigns/index.ts'
import type { Db, Tx } from '#shared/ports.ts'
import '../tables.ts'

/** Returns ad spots with their own order or variants. */
export async function findChangedAdSpots(db: Db): Promise<string[]> {
  const { rows } = await sql<{ adSpot: string }>`
    select ad_spot as "adSpot" from discovery.featured union select ad_spot from discovery.ad_variant order by 1
  `.execute(db)
  return rows.map(({ adSpot }) => adSpot)
}

/** Serializes changes of the order of one ad spot. */
export const lockAdSpot = (tx: Tx, adSpot: string) =>
  sql`select pg_advisory_xact_lock(hashtext(${`discovery.featured:${adSpot}`}))`.execute(tx)

/** Returns the featured ids of an ad spot in order; none without its own order. */
export const featuredIn = async (db: Db, adSpot: string, kind: ListedKind): Promise<bigint[]> =>
  adSpot === 'general'
    ? listFeaturedCampaigns(db, kind)
    : (
        await db
          .selectFrom('discovery.featured')
          .select('campaign_id as id')
          .where('ad_spot', '=', adSpot)
          .where('kind', '=', kind)
          .orderBy('position')
          .execute()
      ).map(({ id }) => id)

export async function replaceFeatured(
  tx: Tx,
  input: { readonly adSpot: string; readonly kind: ListedKind; readonly ids: readonly bigint[] },
): Promise<void> {
  if (input.adSpot === 'general') {
    await setFeaturedCampaigns(tx, input.kind, input.ids)
    return
  }
  await tx.deleteFrom('discovery.featured').where('ad_spot', '=', input.adSpot).where('kind', '=', input.kind).execute()
  if (input.ids.length === 0) return
  await tx
    .insertInto('discovery.featured')
    .values(
      input.ids.map((campaign_id, position) => ({ ad_spot: input.adSpot, kind: input.kind, campaign_id, position })),
    )
    .execute()
}
