import path from 'node:path'
import { mediaFolder } from '../adapters/files.ts'
import { backUp } from '../database/backup.ts'
import { restore } from '../database/restore.ts'
import type { Installation } from './installation.ts'

/** Writes a backup and prints what it doesn't include. */
export async function writeBackup({ config, ownerUrl }: Installation, file: string): Promise<number> {
  const folder = mediaFolder(config)
  const { rows, pictures, missing } = await backUp({ ownerUrl, file: path.resolve(file), folder })
  console.log(`Wrote ${rows} rows and ${pictures} pictures to ${file}`)
  if (folder === undefined)
    console.log(
      `The backup doesn’t include pictures. They are in the bucket ${config.S3_BUCKET}: copy it now, after this backup.`,
    )
  for (const key of missing)
    console.error(`The file ${key} is missing or damaged, so the backup doesn’t include it. A page still shows it.`)
  console.log(
    'Store FIELD_KEY and SESSION_SECRET (demo: secrets.json in the data folder) separately: encrypted fields can’t be read without them.',
  )
  return 0
}

/** Restores a backup. `force`: deletes all existing data first. */
export async function restoreBackup(
  { config, ownerUrl, log }: Installation,
  file: string,
  { force = false }: { readonly force?: boolean },
): Promise<void> {
  const { rows, pictures, picturesIn } = await restore({
    ownerUrl,
    file: path.resolve(file),
    folder: mediaFolder(config),
    log,
    force,
  })
  console.log(`Restored ${rows} rows and ${pictures} pictures`)
  console.log(
    'Before you start with the keys of the payment provider, make sure that the original platform no longer runs: both would charge the plans.',
  )
  console.log(
    'Set FIELD_KEY to the key of the original platform: verification forms, charity documents and bank details can’t be read without it.',
  )
  if (picturesIn === 'bucket')
    console.log('The backup doesn’t include pictures, because they were in a bucket: restore your copy of that bucket.')
}
