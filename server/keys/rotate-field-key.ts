/** Encrypts every value again with the first key of `FIELD_KEY` (security-20). */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { decryptBytes, encryptBytes } from '#modules/platform/identity/index.ts'
import { identityServer } from '#modules/platform/identity/index-server.ts'
import { type Files, mediaServer } from '#modules/platform/media/index-server.ts'
import { lastOf } from '#shared/collections.ts'
import {
  type EncryptedColumn,
  encryptedColumns,
  type EncryptedFiles,
  encryptedFiles,
  type EncryptedLines,
  encryptedLines,
} from './encrypted-columns.ts'

/** Rows that are read at once; a value has a few megabytes at most. */
const batchSize = 50

type Keys = readonly [Buffer, ...Buffer[]]
/** An encrypted value; `place` is the table and column for the operator. */
type Value = { readonly bytes: Buffer; readonly boundTo: string; readonly place: string }
/** `unreadable` counts values that no key decrypts, by place. */
export type Rotation = { readonly encrypted: number; readonly unreadable: ReadonlyMap<string, number> }

/** Encrypts values again, one after the other, and counts them. */
class Rotator {
  encrypted = 0
  readonly unreadable = new Map<string, number>()
  readonly #keys: Keys
  constructor(keys: Keys) {
    this.#keys = keys
  }

  /**
   * Encrypts a value again if the first key doesn't decrypt it. `replace` stores it and returns whether the value was
   * still the same.
   */
  async rotate({ bytes, boundTo, place }: Value, replace: (encrypted: Buffer) => Promise<boolean>): Promise<void> {
    if (identityServer.tryToDecrypt(this.#keys[0], bytes, boundTo) !== undefined) return
    let decrypted: Buffer
    try {
      decrypted = decryptBytes(this.#keys, bytes, boundTo)
    } catch {
      this.unreadable.set(place, (this.unreadable.get(place) ?? 0) + 1)
      return
    }
    if (await replace(encryptBytes(this.#keys, randomBytes(12), decrypted, boundTo))) this.encrypted += 1
  }
}

/**
 * Encrypts all values of the database and all private files. Each value is replaced on its own, and only if no other process
 * has changed it meanwhile, so the platform can run, and an interrupted rotation continues where it ended.
 */
export async function rotateFieldKey(client: pg.Client, files: Files, keys: Keys): Promise<Rotation> {
  const documents = new Rotator(keys)
  for (const one of encryptedFiles) await rotateFiles(client, files, one, documents)
  let encrypted = documents.encrypted
  for (;;) {
    const rows = new Rotator(keys)
    for (const column of encryptedColumns) await rotateColumn(client, column, rows)
    for (const lines of encryptedLines) await rotateLines(client, lines, rows)
    encrypted += rows.encrypted
    // A basket that was saved during a pass may have a value of the former key again, so the last pass finds none.
    if (rows.encrypted === 0) return { encrypted, unreadable: new Map([...documents.unreadable, ...rows.unreadable]) }
  }
}

async function rotateColumn(client: pg.Client, column: EncryptedColumn, rotator: Rotator): Promise<void> {
  const { table, id, idType, column: name, boundTo } = column
  await forEachRow<{ id: string; bytes: Buffer; boundTo: string }>(
    client,
    `
        select ${id}::text as id, "${name}" as bytes, ${boundTo} as "boundTo"
        from ${table}
        where "${name}" is not null and ($1::${idType} is null or ${id} > $1)
        order by ${table}.${id}
        limit ${batchSize}
      `,
    (row) =>
      rotator.rotate({ ...row, place: `${table}.${name}` }, async (encrypted) => {
        const { rowCount } = await client.query(
          `update ${table} set "${name}" = $3 where ${id} = $1::${idType} and "${name}" = $2`,
          [row.id, row.bytes, encrypted],
        )
        return rowCount === 1
      }),
  )
}

async function rotateLines(client: pg.Client, lines: EncryptedLines, rotator: Rotator): Promise<void> {
  const { table, column, path } = lines
  const list = path.length === 0 ? column : `${column} #> '{${path.join(',')}}'`
  // The same expression as in the index of `payments.intent`.
  const found = ['$', ...path.map((key) => `."${key}"`), '[*]."encryptedFields" ? (@ != null)'].join('')
  await forEachRow<{ id: string; values: { place: number; text: string }[] }>(
    client,
    `
        select id::text as id, (
          select jsonb_agg(jsonb_build_object('place', line.ordinality - 1, 'text', line.value ->> 'encryptedFields'))
          from jsonb_array_elements(${list}) with ordinality line
          where line.value ->> 'encryptedFields' is not null
        ) as values
        from ${table}
        where jsonb_path_exists(${column}, '${found}')
          and ($1::uuid is null or id > $1)
        order by ${table}.id
        limit ${batchSize}
      `,
    async ({ id, values }) => {
      for (const { place, text } of values)
        await rotator.rotate(
          { bytes: Buffer.from(text, 'base64'), boundTo: '', place: `${table}.${column}` },
          async (encrypted) => {
            const { rowCount } = await client.query(
              `
                update ${table}
                set ${column} = jsonb_set(${column}, $2::text[], to_jsonb($4::text))
                where id = $1 and ${column} #>> $2::text[] = $3
              `,
              [id, [...path, String(place), 'encryptedFields'], text, encrypted.toString('base64')],
            )
            return rowCount === 1
          },
        )
    },
  )
}

/** Encrypts files in the file store; a row without its file is skipped. */
async function rotateFiles(
  client: pg.Client,
  files: Files,
  { table, boundTo, place }: EncryptedFiles,
  rotator: Rotator,
): Promise<void> {
  await forEachRow<{ id: string; kind: 'pdf' | 'webp' }>(
    client,
    `
        select id::text as id, file_kind as kind
        from ${table}
        where $1::uuid is null or id > $1
        order by ${table}.id
        limit ${batchSize}
      `,
    async ({ id, kind }) => {
      const key = mediaServer.privateFileKey(id, kind)
      const bytes = await files.get(key)
      if (!bytes) return
      const value = { bytes: Buffer.from(bytes), boundTo: `${boundTo}${id}`, place }
      await rotator.rotate(value, async (encrypted) => {
        await files.put(key, encrypted, kind === 'pdf' ? 'application/pdf' : 'image/webp')
        const { rowCount } = await client.query(`select from ${table} where id = $1`, [id])
        // It was deleted meanwhile, and nothing else would remove the file.
        if (rowCount === 0) await files.remove(key)
        return rowCount === 1
      })
    },
  )
}

/** Reads rows in batches, each after the `id` of the last one, which is the query's `$1`. */
async function forEachRow<Row extends { readonly id: string }>(
  client: pg.Client,
  sql: string,
  handle: (row: Row) => Promise<void>,
): Promise<void> {
  for (let after: string | null = null; ;) {
    const { rows }: { rows: Row[] } = await client.query<Row>(sql, [after])
    for (const row of rows) await handle(row)
    if (rows.length < batchSize) return
    after = lastOf(rows).id
  }
}
