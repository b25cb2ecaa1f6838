/** Copies the files of a base backup from the archive into a new cluster. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import fsPromises from 'node:fs/promises'
import path from 'node:path'
import type { ArchiveStore } from './archive-store.ts'
import type { Manifest } from './base-backup.ts'
import { decompress } from './compression.ts'
import { forEachConcurrently } from './for-each-concurrently.ts'
import { RestoreProblem } from './restore-problem.ts'

/** Objects copied at a time. Each takes up to 100 MB of memory; a bucket sends a single one slowly. */
export const concurrentCopies = 8

/**
 * Copies a base backup into the new folder `draft`, and checks each object's SHA-256. Throws `RestoreProblem` if one is
 * missing or damaged, or if the disk is full.
 */
export async function copyBaseBackup(store: ArchiveStore, manifest: Manifest, draft: string): Promise<void> {
  fs.mkdirSync(draft, { recursive: true, mode: 0o700 })
  for (const folder of manifest.folders) fs.mkdirSync(path.join(draft, folder), { recursive: true, mode: 0o700 })
  await forEachConcurrently(manifest.objects, concurrentCopies, async ({ key, sha256, pieces }) => {
    const bytes = await store.get(key)
    if (bytes === undefined || createHash('sha256').update(bytes).digest('hex') !== sha256)
      throw new RestoreProblem(
        `${key} of the archive is ${bytes === undefined ? 'missing' : 'damaged'}: restore from an earlier base backup by moving base/${key.split('/')[1]} out of the archive`,
      )
    const content = await decompress(bytes)
    let read = 0
    for (const [file, offset, length] of pieces) {
      await writePiece(path.join(draft, file), content.subarray(read, read + length), offset)
      read += length
    }
  })
  fs.writeFileSync(path.join(draft, 'backup_label'), manifest.backupLabel, { mode: 0o600 })
}

/** Writes a part of a file, which other objects may have created already. */
async function writePiece(file: string, bytes: Uint8Array, offset: number): Promise<void> {
  const handle = await fsPromises.open(file, fs.constants.O_WRONLY | fs.constants.O_CREAT, 0o600)
  try {
    const { bytesWritten } = await handle.write(bytes, 0, bytes.length, offset)
    // A full disk takes less first, and refuses only the next write.
    if (bytesWritten < bytes.length)
      throw new RestoreProblem(`${file} couldn’t be written completely: the disk is full`)
  } finally {
    await handle.close()
  }
}
