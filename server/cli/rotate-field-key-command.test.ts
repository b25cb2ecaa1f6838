import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { identityServer } from '#modules/platform/identity/index-server.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { runCommand } from './program.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-keys-'))
const [former, current] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.drop()
  fs.rmSync(folder, { recursive: true, force: true })
})
let output: string
beforeEach(() => {
  output = ''
  vi.spyOn(console, 'log').mockImplementation((text: string) => void (output += `${text}\n`))
})
afterEach(() => void vi.restoreAllMocks())

const run = (...words: string[]) => {
  output = ''
  return runCommand(words, {
    MODE: 'demo',
    BASE_URL: 'http://127.0.0.1:3750',
    DATA_DIR: folder,
    DATABASE_URL: database.ownerUrl,
    FIELD_KEY: [current, former].map((key) => key.toString('base64')).join(','),
  })
}
const recordFormerUse = (minutesAgo: number) =>
  identityServer.recordSecretUse(
    { db: database.database.db, clock: () => new Date(Date.now() - minutesAgo * 60_000) },
    { FIELD_KEY: former },
  )

test('a rotation is complete once no process uses the former key, and the doctor says so [security-20]', async () => {
  await recordFormerUse(20)
  await run('doctor')
  expect(output).toContain('note    key 2 of FIELD_KEY is in use: run npm run sunbul -- rotate-field-key')
  expect(await run('rotate-field-key')).toBe(0)
  expect(output).toBe('Encrypted again: 0\nEvery value is encrypted with the first key of FIELD_KEY.\n')
  await run('doctor')
  expect(output).toMatch(/note {4}key 2 of FIELD_KEY is unused since \d{4}-/)
  await recordFormerUse(1)
  expect(await run('rotate-field-key')).toBe(1)
  expect(output).toContain('PROBLEM a process encrypts with a former key')
})
