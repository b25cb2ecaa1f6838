import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')

/** Returns a version with the commit if it isn't a release, such as `0.4.0-dev+1a2b3c4d5`. */
export const versionOf = (version: string, commit: () => string): string =>
  version.includes('-') ? [version, commit()].filter(Boolean).join('+') : version

/** The version that runs. An installation without git, such as an unpacked archive, has no commit. */
export const productVersion = versionOf(
  (JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version,
  () => {
    try {
      return execFileSync('git', ['rev-parse', '--short=9', 'HEAD'], {
        cwd: root,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim()
    } catch {
      return ''
    }
  },
)
