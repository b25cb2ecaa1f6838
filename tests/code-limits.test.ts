import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Non-null assertions in production code. Lower it whenever some are removed; the aim is below 200. */
const nonNullMax = 191

test('production code has no more non-null assertions than the limit', () => {
  const folders = ['bench', 'modules', 'sandbox', 'scripts', 'server', 'shared', 'web']
  const { stdout } = spawnSync(
    'node_modules/.bin/oxlint',
    ['-A', 'all', '-D', 'typescript/no-non-null-assertion', '--format=unix', ...folders],
    { encoding: 'utf8', maxBuffer: 2 ** 24 },
  )
  const found = stdout
    .split('\n')
    .filter((line) => line.includes('no-non-null-assertion') && !/^\S+(\.(test|spec)\.tsx?|\/testing\.ts):/.test(line))
  expect(found.length).toBeGreaterThan(0)
  expect(found.length).toBeLessThanOrEqual(nonNullMax)
})
