import { sql } from 'kysely'
import type { Tx } from '#shared/ports.ts'
import type { GalleryPicture } from '../rules/gallery.ts'
import '../tables.ts'

/** Returns SQL for the gallery of the fundraiser whose id is the column `campaignId`, as JSON; null if it has none. */
export const galleryColumn = (campaignId: string): string =>
  `
    (
      select json_agg(
        json_build_object('id', g.picture_id, 'alt', g.alt, 'x', g.focus_x, 'y', g.focus_y) order by g.position
      )
      from campaigns.gallery_picture g
      where g.campaign_id = ${campaignId}
    )
  `

/** Returns the gallery for a statement of the query builder; empty if there is none. */
export const gallerySelection = (campaignId: string) =>
  sql<GalleryPicture[]>`coalesce(${sql.raw(galleryColumn(campaignId))}, '[]')`.as('gallery')

/** Replaces the gallery of a fundraiser; the caller has locked its row. */
export async function replaceGallery(tx: Tx, campaignId: bigint, gallery: readonly GalleryPicture[]): Promise<void> {
  await tx.deleteFrom('campaigns.gallery_picture').where('campaign_id', '=', campaignId).execute()
  if (gallery.length === 0) return
  await tx
    .insertInto('campaigns.gallery_picture')
    .values(
      gallery.map(({ id, alt, x, y }, index) => ({
        campaign_id: campaignId,
        position: index + 1,
        picture_id: id,
        alt,
        focus_x: x,
        focus_y: y,
      })),
    )
    .execute()
}
