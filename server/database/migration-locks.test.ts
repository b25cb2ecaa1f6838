import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectDir } from '../config/config.ts'
import { readMigrations } from './migrate.ts'
import { firstWithLocks, parseLocks } from './migration-locks.ts'

const schema = fs.readFileSync(path.join(projectDir, 'database/schema.sql'), 'utf8').replaceAll('"', '')
const findProblem = (sql: string): string | undefined => {
  const locks = parseLocks(sql)
  if (locks === undefined)
    return 'has no comment such as “-- Locks: giving.donation (writes, a moment)” or “-- Locks: none”'
  const unknown = locks.find(({ table }) => !schema.includes(`create table ${table} (`))
  return unknown && `locks ${unknown.table}, which isn’t in database/schema.sql`
}

test('every migration from 0060 on says which tables it locks', () => {
  const problems = readMigrations()
    .filter(({ name }) => name >= firstWithLocks)
    .flatMap(({ name, sql }) => findProblem(sql)?.replace(/^/, `${name} `) ?? [])
  expect(problems).toEqual([])
})

test('a comment names tables and durations, or none', () => {
  expect(
    parseLocks('-- Locks: giving.donation (writes, a moment), ledger.entry (writes, seconds per million rows).\n'),
  ).toEqual([
    { table: 'giving.donation', duration: 'writes, a moment' },
    { table: 'ledger.entry', duration: 'writes, seconds per million rows' },
  ])
  expect(parseLocks('create table a.b ();\n-- Locks: none\n')).toEqual([])
  for (const sql of ['', '-- Locks: ', '-- Locks: giving.donation', '-- Locks: giving.donation (writes) and others'])
    expect(findProblem(sql)).toMatch(/has no comment/)
  expect(findProblem('-- Locks: giving.unknown (writes)')).toMatch(/isn’t in/)
})
