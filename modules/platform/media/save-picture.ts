import { dayMs } from '#shared/time.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { Problem } from '#shared/problem.ts'
import type { MediaPorts, PictureOwner } from './port.ts'
import { countPictures, insertPicture } from './queries.ts'
import { reencode } from './re-encode.ts'
import { quotas } from './rules/limits.ts'

export type StoredPicture = { readonly id: string; readonly width: number; readonly height: number }

/** Returns a picture's key in the file store. */
export const pictureKey = (id: string): string => `pictures/${id}.webp`

/**
 * Stores an uploaded picture, re-encoded, under a random id. `owner` is the charity whose fundraiser it is for; its
 * quota applies in addition to the uploader's. The file is written before its row, so that no row lacks its file.
 */
export async function savePicture(
  ports: MediaPorts,
  viewer: AccountViewer,
  input: { readonly bytes: Uint8Array; readonly owner?: PictureOwner | undefined },
): Promise<StoredPicture> {
  const instant = ports.clock()
  const dayAgo = new Date(instant.getTime() - dayMs)
  const counted = [
    { quota: quotas.perAccount, count: await countPictures(ports.db, viewer.accountId, dayAgo) },
    ...(input.owner
      ? [{ quota: quotas.perOrganization, count: await input.owner.countPictures(ports.db, dayAgo) }]
      : []),
  ]
  if (counted.some(({ quota, count }) => count.sinceYesterday >= quota.aDay))
    throw new Problem('rate-limit', 'too-many-pictures', { retryAfterSeconds: 3600 })
  if (counted.some(({ quota, count }) => count.total >= quota.pictures))
    throw new Problem('conflict', 'too-many-pictures')
  const { bytes, width, height } = await reencode(input.bytes)
  const id = ports.newId()
  await ports.files.put(pictureKey(id), bytes, 'image/webp')
  await ports.write(async (tx) => {
    await insertPicture(tx, { id, accountId: viewer.accountId, width, height, bytes: bytes.length, at: instant })
    await input.owner?.addPicture(tx, { pictureId: id, at: instant })
  })
  return { id, width, height }
}
