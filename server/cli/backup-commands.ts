import path from 'node:path'
import { mediaFolder } from '../adapters/files.ts'
import { backUp } from '../database/backup.ts'
import { restore } from '../database/restore.ts'
import type { Installation } from './installation.ts'

/** Writes a backup and prints what it doesn't contain. */
export async function writeBackup({ config, ownerUrl }: Installation, file: string): Promise<number> {
  const folder = mediaFolder(config)
  const { rows, pictures, missing } = await backUp({ ownerUrl, file: path.resolve(file), folder })
  console.log(`Wrote ${rows} rows and ${pictures} pictures to ${file}`)
  if (folder === undefined)
    console.log(
      `Pictures aren’t in the backup, because they are in the bucket ${config.S3_BUCKET}. Copy the bucket now that the backup is complete.`,
    )
  for (const key of missing)
    console.error(`The file ${key} is used but missing or damaged. It was lost before this backup.`)
  console.log(
    'Store FIELD_KEY and SESSION_SECRET (in a demo: secrets.json in the data folder) in a separate place. Encrypted fields can’t be read without them.',
  )
  return 0
}

/** Restores a backup. `force` first empties an installation that contains data. */
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
    'Start it with the payment provider’s keys only if the original platform is shut down. Otherwise both charge subscriptions.',
  )
  console.log(
    'Set the original platform’s FIELD_KEY before the start. Verification forms, charities’ documents and bank details can’t be read without it.',
  )
  if (picturesIn === 'bucket')
    console.log('The backup has no pictures, because they were in a bucket. Restore your copy of that bucket.')
}
