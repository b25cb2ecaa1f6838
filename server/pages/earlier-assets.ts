import fs from 'node:fs'
import path from 'node:path'
import { dayMs } from '#shared/time.ts'

/** A page that was opened before a new release may ask for its lazy parts this long. */
const keptDays = 30

/** Where they are: a build empties its own folder. */
export const earlierAssets = '.earlier-assets'

/**
 * Before a build: what the pages that are open now were sent, and may still ask for, is kept, and what was kept too
 * long goes. Names carry a hash of what they hold, so two builds never mean different things by one name.
 */
export function keepEarlierAssets(root: string, now: Date): void {
  const [current, earlier] = [path.join(root, 'build/client/assets'), path.join(root, earlierAssets)]
  fs.mkdirSync(earlier, { recursive: true })
  for (const name of fs.readdirSync(earlier))
    if (now.getTime() - fs.statSync(path.join(earlier, name)).mtimeMs > keptDays * dayMs)
      fs.rmSync(path.join(earlier, name))
  if (!fs.existsSync(current)) return
  for (const name of fs.readdirSync(current)) {
    fs.copyFileSync(path.join(current, name), path.join(earlier, name))
    fs.utimesSync(path.join(earlier, name), now, now)
  }
}
