import fs from 'node:fs'
import path from 'node:path'
import { dayMs } from '#shared/time.ts'

/** Days for which a page that was opened before a release can load its lazy chunks. */
const retentionDays = 30

/** The folder of earlier assets, because a build empties its own folder. */
export const earlierAssets = '.earlier-assets'

/**
 * Runs before a build: keeps the current assets, which open pages may still request, and removes those that were
 * replaced too long ago. Names contain a content hash, so two builds never use one name for different files.
 */
export function keepEarlierAssets(root: string, now: Date): void {
  const [current, earlier] = [path.join(root, 'build/client/assets'), path.join(root, earlierAssets)]
  fs.mkdirSync(earlier, { recursive: true })
  for (const name of fs.readdirSync(earlier))
    if (now.getTime() - fs.statSync(path.join(earlier, name)).mtimeMs > retentionDays * dayMs)
      fs.rmSync(path.join(earlier, name))
  if (!fs.existsSync(current)) return
  for (const name of fs.readdirSync(current)) {
    fs.copyFileSync(path.join(current, name), path.join(earlier, name))
    fs.utimesSync(path.join(earlier, name), now, now)
  }
}
