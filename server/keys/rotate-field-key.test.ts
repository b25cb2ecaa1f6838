import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decryptBytes, encryptBytes } from '#modules/platform/identity/index.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { encryptedColumns } from './encrypted-columns.ts'
import { rotateFieldKey } from './rotate-field-key.ts'

const former = Buffer.alloc(32, 1)
const current = Buffer.alloc(32, 2)
const nonce = () => randomBytes(12)

let database: TestDatabase
let client: pg.Client
const stored = new Map<string, Buffer>()
const files = {
  get: async (key: string) => Promise.resolve(stored.get(key)),
  put: async (key: string, bytes: Uint8Array) => void (await Promise.resolve(stored.set(key, Buffer.from(bytes)))),
  remove: async (key: string) => void (await Promise.resolve(stored.delete(key))),
}

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** A value of a type for a column that must not be empty. */
const valueOf = (type: string): unknown =>
  ({
    uuid: randomUUID(),
    bigint: String(Math.floor(Math.random() * 1e9)),
    integer: 1,
    smallint: 1,
    boolean: false,
    jsonb: '{}',
    bytea: nonce(),
    date: '2026-01-01',
    'timestamp with time zone': new Date(),
    'text[]': [],
  })[type] ?? 'x'

/** Inserts a row with any valid values, without checks and references, and returns nothing. */
async function insertRow(table: string, given: Readonly<Record<string, unknown>>): Promise<void> {
  const { rows: constraints } = await client.query<{ name: string }>(
    `select quote_ident(conname) as name from pg_constraint where conrelid = $1::regclass and contype in ('c', 'f')`,
    [table],
  )
  for (const { name } of constraints) await client.query(`alter table ${table} drop constraint ${name}`)
  const { rows: columns } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attnotnull and not atthasdef
       and attidentity = '' and attgenerated = ''`,
    [table],
  )
  const values = { ...Object.fromEntries(columns.map(({ name, type }) => [name, valueOf(type)])), ...given }
  const names = Object.keys(values)
  await client.query(
    `insert into ${table} (${names.map((name) => `"${name}"`).join(', ')})
     values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(values),
  )
}

const readColumn = async ({ table, column, boundTo }: (typeof encryptedColumns)[number]) =>
  (
    await client.query<{ bytes: Buffer; boundTo: string }>(
      `select "${column}" as bytes, ${boundTo} as "boundTo" from ${table} where "${column}" is not null`,
    )
  ).rows

test('every value is encrypted again, also after an interruption, and other values stay as they are', async () => {
  for (const [index, one] of encryptedColumns.entries()) {
    // A row of its own for each table: another one would have columns that aren't encrypted.
    if (encryptedColumns.findIndex(({ table }) => table === one.table) === index)
      await insertRow(one.table, one.table === 'privacy.export' ? { json: null, csv: null } : {})
    const { rows } = await client.query<{ id: string; boundTo: string }>(
      `select ${one.id}::text as id, ${one.boundTo} as "boundTo" from ${one.table} order by ${one.id}`,
    )
    for (const { id, boundTo } of rows)
      await client.query(
        `alter table ${one.table} disable trigger user;
         update ${one.table} set "${one.column}" = '\\x${encryptBytes(former, nonce(), Buffer.from(one.column), boundTo).toString('hex')}'
         where ${one.id} = '${id}';
         alter table ${one.table} enable trigger user`,
      )
  }
  const line = { encryptedFields: encryptBytes(former, nonce(), Buffer.from('{}')).toString('base64') }
  const precise = '{"lines":[{"amount":9007199254740993,"encryptedFields":null},LINE]}'
  await insertRow('payments.intent', { order_details: precise.replace('LINE', JSON.stringify(line)) })
  await insertRow('baskets.basket', { lines: JSON.stringify([line, {}]) })
  const document = randomUUID()
  await insertRow('organizations.document', { id: document, file_kind: 'pdf' })
  await insertRow('organizations.document', { file_kind: 'webp' })
  const scan = randomUUID()
  await insertRow('gift_aid.scan', { id: scan, file_kind: 'pdf' })
  stored.set(`private/${scan}.pdf`, encryptBytes(former, nonce(), Buffer.from('%PDF'), `gift-aid-scan:${scan}`))
  const key = `private/${document}.pdf`
  stored.set(key, encryptBytes(former, nonce(), Buffer.from('%PDF'), `charity-document:${document}`))

  // An interruption: the second value can't be stored.
  let isFirst = true
  const interrupted = { ...files, put: () => Promise.reject(new Error('interrupted')) }
  await expect(rotateFieldKey(client, interrupted, [current, former])).rejects.toThrow('interrupted')
  const countdown = {
    query: (sql: string, parameters: unknown[]) => {
      if (sql.startsWith('update') && !isFirst) return Promise.reject(new Error('interrupted'))
      if (sql.startsWith('update')) isFirst = false
      return client.query(sql, parameters)
    },
  } as unknown as pg.Client
  await expect(rotateFieldKey(countdown, files, [current, former])).rejects.toThrow('interrupted')

  const { encrypted, unreadable } = await rotateFieldKey(client, files, [current, former])
  expect(unreadable).toEqual(new Map())
  expect(encrypted).toBeGreaterThanOrEqual(encryptedColumns.length)
  for (const one of encryptedColumns) {
    const rows = await readColumn(one)
    expect(rows.length, one.column).toBeGreaterThan(0)
    for (const { bytes, boundTo } of rows) expect(decryptBytes(current, bytes, boundTo).toString()).toBe(one.column)
  }
  const { rows: orders } = await client.query<{ text: string; fields: string }>(
    `select order_details::text as text, order_details #>> '{lines,1,encryptedFields}' as fields from payments.intent`,
  )
  expect(decryptBytes(current, Buffer.from(orders[0]!.fields, 'base64')).toString()).toBe('{}')
  expect(orders[0]!.text).toContain('9007199254740993')
  const { rows: baskets } = await client.query<{ fields: string }>(
    `select lines #>> '{0,encryptedFields}' as fields from baskets.basket`,
  )
  expect(decryptBytes(current, Buffer.from(baskets[0]!.fields, 'base64')).toString()).toBe('{}')
  expect(decryptBytes(current, stored.get(key)!, `charity-document:${document}`).toString()).toBe('%PDF')
  expect(decryptBytes(current, stored.get(`private/${scan}.pdf`)!, `gift-aid-scan:${scan}`).toString()).toBe('%PDF')
  expect((await rotateFieldKey(client, files, [current])).encrypted).toBe(0)
}, 60_000)

test('a value that no key decrypts is counted, and the others are encrypted again', async () => {
  const { unreadable } = await rotateFieldKey(client, files, [Buffer.alloc(32, 3)])
  expect([...unreadable.keys()]).toEqual([
    'charity documents',
    'declarations on paper',
    ...encryptedColumns.map(({ table, column }) => `${table}.${column}`),
    'payments.intent.order_details',
    'baskets.basket.lines',
  ])
})

test('every column of bytes is either rotated or known to be unencrypted', async () => {
  const unencrypted =
    /(hash|digest|sha256|fingerprint|_key)$|^(audit\.\w+\.hash|identity\.\w+\.image|receipts\.\w+\.bytes|public_ledger\.day\.(file|head|head_before))$/
  const { rows } = await client.query<{ name: string }>(`
    select format('%s.%s.%s', n.nspname, c.relname, a.attname) as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where a.atttypid = 'bytea'::regtype and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and n.nspname !~ '^pg_|^information_schema$|^graphile_worker$'
    order by 1`)
  const others = rows.map(({ name }) => name).filter((name) => !unencrypted.test(name))
  expect(others).toEqual(encryptedColumns.map(({ table, column }) => `${table}.${column}`).toSorted())
})
