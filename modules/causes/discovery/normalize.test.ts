import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const normalize = async (text: string): Promise<string> =>
  (await sql<{ normalized: string }>`select discovery.normalize(${text}) as normalized`.execute(database.database.db))
    .rows[0]!.normalized

test.each([
  ['غَزّة', 'غزه'],
  ['مؤسسة', 'موسسه'],
  ['أُضحيةٌ ١٤٤٨', 'اضحيه 1448'],
  ['رمضان ۲۰۲۶', 'رمضان 2026'],
  ['کراچی', 'كراچي'],
  ['گلگت', 'كلكت'],
  ['مستشفى', 'مستشفي'],
  ['بئر', 'بير'],
])('%s is searched as %s', async (written, searched) => {
  expect(await normalize(written)).toBe(searched)
})

test('a number is the same word in any digits', async () => {
  expect(await normalize('٠١٢٣٤٥٦٧٨٩')).toBe('0123456789')
  expect(await normalize('۰۱۲۳۴۵۶۷۸۹')).toBe('0123456789')
})
