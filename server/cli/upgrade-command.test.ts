import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { runCommand } from './program.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-upgrade-'))
let empty: TestDatabase
let current: TestDatabase
beforeAll(async () => {
  empty = await createTestDatabase({ migrated: false })
  current = await createTestDatabase()
})
afterAll(async () => {
  await empty.drop()
  await current.drop()
  fs.rmSync(folder, { recursive: true, force: true })
})
let output: string
beforeEach(() => {
  output = ''
  vi.spyOn(console, 'log').mockImplementation((text: string) => void (output += `${text}\n`))
})
afterEach(() => void vi.restoreAllMocks())

const check = (database: TestDatabase) =>
  runCommand(['upgrade', '--check', '--backups', folder], {
    MODE: 'demo',
    BASE_URL: 'http://127.0.0.1:3000',
    DATA_DIR: folder,
    DATABASE_URL: database.ownerUrl,
  })

test('a database of this version needs no upgrade', async () => {
  expect(await check(current)).toBe(0)
  expect(output).toBe('No migration is pending.\n')
})

test('pending migrations are listed, and a missing or old backup is a problem', async () => {
  expect(await check(empty)).toBe(1)
  expect(output).toMatch(/^Pending migrations: \d+\n {2}0001_platform\.sql: see CHANGELOG\.md\n/)
  expect(output).toContain(`PROBLEM ${folder} has no backup`)
  const backup = path.join(folder, '1.backup')
  fs.writeFileSync(backup, '')
  fs.utimesSync(backup, new Date(), new Date(Date.now() - 50 * 3_600_000))
  expect(await check(empty)).toBe(1)
  expect(output).toMatch(/PROBLEM the last backup is (49|50) hours old/)
  fs.writeFileSync(path.join(folder, '2.backup'), '')
  expect(await check(empty)).toBe(0)
  expect(output).toContain('ok      the last backup is 0 hours old')
})
