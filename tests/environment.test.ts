import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const configured = [...fs.readFileSync(path.join(root, '.env.example'), 'utf8').matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map(
  (match) => match[1]!,
)
/** Vitest sets these in its workers; each test that starts a process sets both. */
const setByVitest = ['MODE', 'BASE_URL']

test('no shell variable configures the product in the tests', () => {
  expect(configured).toContain('TRUST_PROXY')
  expect(configured.filter((name) => process.env[name] && !setByVitest.includes(name))).toEqual([])
  expect(process.env).toMatchObject({ ENV_FILE: '', NODE_ENV: 'test' })
})

test('shell variables are removed, except those that programs and tests need', () => {
  const script = `await import('#tests/support/environment.ts'); console.log(JSON.stringify(process.env))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      CI: 'true',
      npm_config_role: 'web',
      TRUST_PROXY: '1',
      PGHOST: 'example.org',
      TZ: 'Asia/Karachi',
      FLAG_ZAKAT_HOME: 'off',
    },
    encoding: 'utf8',
  })
  expect(JSON.parse(stdout)).toEqual({ PATH: process.env.PATH, CI: 'true', npm_config_role: 'web', ENV_FILE: '' })
})
