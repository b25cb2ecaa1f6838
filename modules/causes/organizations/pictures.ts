import { one } from '#shared/collections.ts'
import { sql } from 'kysely'
import type { PictureCount, PictureOwner } from '#modules/platform/media/index.ts'
import './tables.ts'

/** A charity as the owner of its fundraisers' pictures, with a quota in addition to each uploader's. */
export const pictureOwnerOf = (organizationId: bigint): PictureOwner => ({
  async countPictures(db, dayAgo) {
    const { rows } = await sql<PictureCount>`
      select count(*)::int as total, count(*) filter (where uploaded_at > ${dayAgo})::int as "sinceYesterday"
      from organizations.picture where organization_id = ${organizationId}`.execute(db)
    return one(rows)
  },
  async addPicture(tx, { pictureId, at }) {
    await tx
      .insertInto('organizations.picture')
      .values({ picture_id: pictureId, organization_id: organizationId, uploaded_at: at })
      .execute()
  },
})
