import fs from 'node:fs'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#tests/support/database.ts'
import { describeSchema, schemaFile } from './schema.ts'

test('database/schema.sql describes what the migrations create; if not, run npx node scripts/schema.ts', async () => {
  const database = await createTestDatabase()
  expect(await describeSchema(database.ownerUrl)).toBe(fs.readFileSync(schemaFile, 'utf8').replaceAll('\r\n', '\n'))
  await database.drop()
})
