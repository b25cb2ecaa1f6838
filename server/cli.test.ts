import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-cli-'))
let empty: TestDatabase
beforeAll(async () => void (empty = await createTestDatabase()))
afterAll(async () => {
  await empty.drop()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** Nobody answers there. */
const awayUrl = 'postgres://sunbul:hunter2@127.0.0.1:1/sunbul'

function sunbul(words: string, environment: Record<string, string> = { DATABASE_URL: awayUrl }) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['server/cli.ts', ...words.split(' ').filter(Boolean)], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
      NODE_ENV: 'production',
      MODE: 'demo',
      BASE_URL: 'http://127.0.0.1:3000',
      DATA_DIR: path.join(folder, 'data'),
      ...environment,
    },
    encoding: 'utf8',
    timeout: 30_000,
  })
  return { status, said: stdout + stderr }
}

describe('the operator’s commands', () => {
  test.each([
    ['', 'Usage:'],
    ['doctr', 'there is no command doctr'],
    ['doctor --what', "Unknown option '--what'"],
    ['migrate now', 'migrate takes no now'],
    ['seed', 'seed --demo'],
    ['create-admin', 'needs --email'],
    ['create-admin --email amina', 'amina is no e-mail address'],
    ['plans stop', 'did you mean'],
    ['ledger', 'ledger verify'],
    ['backup', 'the file to write'],
    ['restore', 'the file to read'],
    ['restore one two', 'one file'],
  ])('`%s` is refused with the usage before anything is opened', (words, why) => {
    const { status, said } = sunbul(words)
    expect(said).toContain(why)
    expect(said).toContain('Usage: npm run sunbul')
    expect(said).not.toMatch(/ECONNREFUSED|\n {4}at /)
    expect(status).toBe(2)
  })

  test.each(['doctor', 'migrate', 'seed --demo', 'create-admin --email new@example.org', 'plans status', 'ledger verify', 'backup x', 'restore x'])(
    '`%s` ends with what is wrong while the database is away, and tells no password',
    (words) => {
      const { status, said } = sunbul(words)
      expect(said).toMatch(words === 'restore x' ? /x is not there/ : /ECONNREFUSED/)
      expect(said).not.toMatch(/hunter2|unsettled|\n {4}at /)
      expect(status).toBe(1)
    },
  )

  test('the doctor names each thing that it cannot tell without the database', () => {
    const { said } = sunbul('doctor')
    expect(said.match(/PROBLEM/g)).toHaveLength(4)
    expect(said).toContain('4 to mend.')
  })

  test('the demo, whose log-ins everybody knows, is not put into a production’s database', () => {
    const production = {
      MODE: 'production',
      DATABASE_URL: empty.ownerUrl,
      BASE_URL: 'https://give.example.org',
      ALLOW_SANDBOX_PAYMENTS: 'yes',
      SMTP_URL: 'smtp://mail.example.org',
      MAIL_FROM: 'Sunbul <give@example.org>',
      SESSION_SECRET: 's'.repeat(40),
      FIELD_KEY: Buffer.alloc(32, 1).toString('base64'),
    }
    const { status, said } = sunbul('seed --demo', production)
    expect(said).toContain('not for MODE=production')
    expect(status).toBe(1)
  })
})
