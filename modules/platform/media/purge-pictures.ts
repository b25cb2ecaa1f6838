import { dayMs } from '#shared/time.ts'
import type { Ports, Tx } from '#shared/ports.ts'
import { keyOf } from './keep-picture.ts'
import type { MediaPorts } from './port.ts'
import { deleteUnused, findPictures, forgetUploader } from './queries.ts'
import { unusedDays } from './rules/limits.ts'

/** The name in the queue of `removePictureFiles`. */
export const removeFilesTask = 'media:remove_files'

const removeFiles = async (ports: Ports, tx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await ports.enqueue(tx, removeFilesTask, { ids })
}

/** An erased account's uploads that nothing shows go, files and all; those that are shown stay, nobody's. */
export async function erasePictures(ports: Ports, tx: Tx, accountId: string): Promise<void> {
  await removeFiles(ports, tx, await deleteUnused(tx, { accountId }))
  await forgetUploader(tx, accountId)
}

/** Uploads that nothing came to show. */
export const purgeUnusedPictures = (ports: Ports): Promise<void> =>
  ports.write(async (tx) =>
    removeFiles(ports, tx, await deleteUnused(tx, { before: new Date(ports.clock().getTime() - unusedDays * dayMs) })),
  )

/** The job: takes files out of their store. A row that is there again came back with a backup, and keeps its file. */
export async function removePictureFiles(
  ports: MediaPorts,
  { ids }: { readonly ids: readonly string[] },
): Promise<void> {
  const again = new Set((await findPictures(ports.db, ids)).map(({ id }) => id))
  for (const id of ids) if (!again.has(id)) await ports.files.remove(keyOf(id))
}
