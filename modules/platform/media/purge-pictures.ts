import { dayMs } from '#shared/time.ts'
import type { Ports, Tx } from '#shared/ports.ts'
import { pictureKey } from './save-picture.ts'
import type { MediaPorts } from './port.ts'
import { deleteUnused, findPictures, removeUploader } from './queries.ts'
import { unusedDays } from './rules/limits.ts'

/** The task name of `removePictureFiles`. */
export const removeFilesTask = 'media:remove_files'

const removeFiles = async (ports: Ports, tx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await ports.enqueue(tx, removeFilesTask, { ids })
}

/** Deletes an erased account's unused uploads, with their files; used ones stay without an uploader. */
export async function erasePictures(ports: Ports, tx: Tx, accountId: string): Promise<void> {
  await removeFiles(ports, tx, await deleteUnused(tx, { accountId }))
  await removeUploader(tx, accountId)
}

/** Deletes uploads that were never used. */
export const purgeUnusedPictures = (ports: Ports): Promise<void> =>
  ports.write(async (tx) =>
    removeFiles(ports, tx, await deleteUnused(tx, { before: new Date(ports.clock().getTime() - unusedDays * dayMs) })),
  )

/** Removes files from their store, except those whose row exists again after a restored backup. */
export async function removePictureFiles(
  ports: MediaPorts,
  { ids }: { readonly ids: readonly string[] },
): Promise<void> {
  const again = new Set((await findPictures(ports.db, ids)).map(({ id }) => id))
  for (const id of ids) if (!again.has(id)) await ports.files.remove(pictureKey(id))
}
