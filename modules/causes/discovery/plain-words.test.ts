import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const plain = async (text: string): Promise<string> =>
  (await sql<{ plain: string }>`select discovery.plain(${text}) as plain`.execute(database.database.db)).rows[0]!.plain

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
  expect(await plain(written)).toBe(searched)
})

test('a number is the same word in any digits', async () => {
  expect(await plain('٠١٢٣٤٥٦٧٨٩')).toBe('0123456789')
  expect(await plain('۰۱۲۳۴۵۶۷۸۹')).toBe('0123456789')
})
