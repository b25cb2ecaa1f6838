/** `npm run sunbul -- screening load FILE`: loads a list of names for the screening of charities. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { charitiesServer } from '#modules/organizers/charities/index-server.ts'
import { decodeCsv } from '#shared/input/csv-file.ts'
import type { App } from '../app.ts'

/** Loads a list of names, screens all charities, and prints the number of matches. Throws if the file is invalid. */
export async function loadScreeningFile(app: App, file: string, name = path.parse(file).name): Promise<number> {
  const text = decodeCsv(await readFile(file))
  const { entries, charities, matches } = await charitiesServer.loadScreeningList(app, { name, text })
  console.log(`Loaded ${entries} names as “${name}”. Screened ${charities} charities: ${matches} new matches.`)
  if (matches > 0)
    console.log('The matches are in the staff queue. They block verification and payouts until they are decided.')
  return 0
}
