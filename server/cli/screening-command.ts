/** `npm run sunbul -- screening load FILE`: loads a list of names that charities are screened against. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { charitiesServer } from '#modules/organizers/charities/index-server.ts'
import type { App } from '../app.ts'

/**
 * Loads a list, screens every charity, and prints the result. Throws an error that describes what is wrong with the
 * file.
 */
export async function loadScreeningFile(app: App, file: string, name = path.parse(file).name): Promise<number> {
  const text = await readFile(file, 'utf8')
  const { entries, charities, matches } = await charitiesServer.loadScreeningList(app, { name, text })
  console.log(`Loaded ${entries} names as “${name}”. Screened ${charities} charities: ${matches} new matches.`)
  if (matches > 0) console.log('Matches are shown in the cases of the staff queue and stop verifications and payouts.')
  return 0
}
