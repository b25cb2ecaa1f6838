import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canEnter } from '#server/database/pg-binaries.ts'

const project = path.join(import.meta.dirname, '..')
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-owned-'))
const modules = path.join(folder, 'node_modules')
/** The mode of a folder doesn't restrict root, so if the tests run as root, the commands run as another user. */
const asking = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined
const cannotAsk =
  process.platform === 'win32' ||
  (asking !== undefined && !canEnter(path.dirname(fs.realpathSync(process.execPath)), asking))

beforeAll(() => {
  for (const name of ['scripts', 'server/pages', 'server/cli', 'node_modules', 'web', 'shared', 'locales', 'modules'])
    fs.mkdirSync(path.join(folder, name), { recursive: true })
  for (const file of [
    'scripts/run.cjs',
    'scripts/pinned-node.cjs',
    'scripts/ensure-build.ts',
    'server/pages/earlier-assets.ts',
    'server/pages/compress-assets.ts',
    'shared/time.ts',
  ])
    fs.copyFileSync(path.join(project, file), path.join(folder, file))
  fs.writeFileSync(path.join(folder, 'package.json'), '{"type":"module","imports":{"#shared/*":"./shared/*"}}')
  fs.writeFileSync(path.join(folder, 'package-lock.json'), '{}')
  fs.writeFileSync(path.join(modules, '.package-lock.json'), '{}')
  for (const program of ['cli/cli.ts', 'main.ts'])
    fs.writeFileSync(path.join(folder, 'server', program), "console.log('it runs')")
  for (const closed of [folder, modules]) fs.chmodSync(closed, 0o555)
})
afterAll(() => {
  for (const closed of [folder, modules]) fs.chmodSync(closed, 0o755)
  fs.rmSync(folder, { recursive: true, force: true })
})

const run = (command: string) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(folder, 'scripts/run.cjs'), command], {
    ...asking,
    cwd: '/',
    encoding: 'utf8',
  })
  return { status, said: stdout + stderr }
}

describe.skipIf(cannotAsk)('a user with read-only access to another user’s installation', () => {
  test('runs the commands', () => {
    expect(run('sunbul')).toEqual({ status: 0, said: 'it runs\n' })
  })

  test('gets a message that says which user has to build the web, and how', () => {
    const { status, said } = run('start')
    expect(said).toMatch(
      /^sunbul: the web must be built anew, .* As the user who owns it, once: npx node scripts\/ensure-build\.ts\n$/,
    )
    expect(status).toBe(1)
  })
})
