import path from 'node:path'
import { mediaFolder } from '../adapters/files.ts'
import { backUp } from '../database/backup.ts'
import { restore } from '../database/restore.ts'
import type { Installation } from './installation.ts'

/** Writes a backup and prints what it doesn't contain. */
export async function writeBackup({ config, ownerUrl }: Installation, file: string): Promise<number> {
  const folder = mediaFolder(config)
  const { rows, pictures, lost } = await backUp({ ownerUrl, file: path.resolve(file), folder })
  console.log(`Wrote ${rows} rows and ${pictures} pictures to ${file}`)
  if (folder === undefined)
    console.log(
      `Pictures are not in it: they lie in the bucket ${config.S3_BUCKET}, which is yours to copy, after this backup and not before.`,
    )
  for (const key of lost)
    console.error(`The file ${key} is missing or cut, though a page shows it: it was lost before this backup.`)
  console.log(
    'Keep FIELD_KEY and SESSION_SECRET (in the demo: secrets.json of the data folder) apart from it: encrypted fields need them.',
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
    'Start it with the keys of the payment provider only where the platform it was copied from is gone: two would collect the gifts of plans twice.',
  )
  console.log(
    'Verification forms, documents of charities and bank details open only with the FIELD_KEY of the platform it was written on: set that key before the start.',
  )
  if (picturesIn === 'bucket')
    console.log('Pictures were in a bucket when it was written and are not in it: put your copy of that bucket back.')
}
