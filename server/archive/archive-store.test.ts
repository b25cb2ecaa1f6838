import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openArchive } from './archive-store.ts'
import { assertSameCluster, removeExpired } from './ship-segments.ts'

const objects = new Map<string, Buffer>()
const pageSize = 2
/** A bucket that responds as S3 does, two objects a page. */
const bucket = http.createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://bucket')
  const key = url.pathname.slice('/backups/'.length)
  const reply = (status: number, body: string | Buffer = '') => response.writeHead(status).end(body)
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256')) return reply(403)
    if (request.method === 'PUT') {
      objects.set(key, Buffer.concat(chunks))
      return reply(200)
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return reply(204)
    }
    if (!url.searchParams.has('list-type')) return objects.has(key) ? reply(200, objects.get(key)) : reply(404)
    const from = Number(url.searchParams.get('continuation-token') ?? 0)
    const found = [...objects]
      .filter(([name]) => name.startsWith(url.searchParams.get('prefix') ?? ''))
      .toSorted(([a], [b]) => a.localeCompare(b))
    const contents = found
      .slice(from, from + pageSize)
      .map(
        ([name, { length }]) =>
          `<Contents><Key>${name}</Key><LastModified>2026-11-29T01:10:00.000Z</LastModified><Size>${length}</Size></Contents>`,
      )
    const next =
      from + pageSize < found.length ? `<NextContinuationToken>${from + pageSize}</NextContinuationToken>` : ''
    return reply(200, `<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`)
  })
})
let folder: string
let endpoint: string

beforeAll(async () => {
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve))
  endpoint = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-store-'))
})
afterAll(async () => {
  await new Promise((resolve) => bucket.close(resolve))
  fs.rmSync(folder, { recursive: true, force: true })
})

const open = (ARCHIVE: string, secret = 'secret') =>
  openArchive({
    ARCHIVE,
    S3_ENDPOINT: endpoint,
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: secret,
    S3_PATH_STYLE: true,
  })

test.each(['s3://backups/sunbul', 'a folder'])('%s stores, lists and removes objects', async (kind) => {
  const store = open(kind === 'a folder' ? folder : kind)
  const keys = ['base/1/a.zst', 'base/1/manifest.json', 'base/2/a.zst', 'wal/1.zst', 'wal/2.zst']
  for (const key of keys) await store?.put(key, Buffer.from(key))
  expect((await store?.list('base/'))?.map(({ key, bytes }) => [key, bytes]).toSorted()).toEqual([
    ['base/1/a.zst', 12],
    ['base/1/manifest.json', 20],
    ['base/2/a.zst', 12],
  ])
  expect(Buffer.from((await store?.get('wal/2.zst')) ?? []).toString()).toBe('wal/2.zst')
  expect(await store?.get('wal/3.zst')).toBeUndefined()
  await store?.remove('wal/2.zst')
  expect((await store?.list('wal/'))?.map(({ key }) => key)).toEqual(['wal/1.zst'])
})

test('an archive folder that is missing is an error, and it is not created', async () => {
  const missing = path.join(folder, 'unmounted')
  await expect(open(missing)?.put('wal/1.zst', Buffer.from('1'))).rejects.toThrow(/is its disk mounted\?/)
  expect(fs.existsSync(missing)).toBe(false)
})

test('an archive of another database is refused', async () => {
  const own = path.join(folder, 'own')
  fs.mkdirSync(own)
  const store = open(own)
  if (!store) throw new Error('no archive')
  await assertSameCluster(store, '1')
  await assertSameCluster(store, '1')
  await expect(assertSameCluster(store, '2')).rejects.toThrow(/is the archive of another database/)
})

test('removes expired base backups with their segments, and abandoned ones', async () => {
  const own = path.join(folder, 'expired')
  fs.mkdirSync(own)
  const store = open(own)
  if (!store) throw new Error('no archive')
  const segment = (number: number) => `0000000100000000000000${String(number).padStart(2, '0')}`
  const backUp = async (day: number) => {
    const time = new Date(Date.UTC(2026, 10, day)).toISOString()
    const manifest = { version: 1, startedAt: time, finishedAt: time, startSegment: segment(day) }
    await store.put(`base/${day}/000001.zst`, Buffer.from(''))
    await store.put(`base/${day}/manifest.json`, Buffer.from(JSON.stringify(manifest)))
  }
  for (const day of [10, 11, 12]) await backUp(day)
  await store.put('base/abandoned/000001.zst', Buffer.from(''))
  for (const number of [9, 10, 11, 12, 13]) await store.put(`wal/${segment(number)}.zst`, Buffer.from(''))
  await store.put('wal/00000002.history.zst', Buffer.from(''))
  const since = new Date(Date.UTC(2026, 10, 11, 12))
  await removeExpired(store, since, new Date(Date.now() + 72 * 3_600_000))
  const keys = [...(await store.list('base/')), ...(await store.list('wal/'))].map(({ key }) => key)
  expect(keys.toSorted()).toEqual([
    'base/11/000001.zst',
    'base/11/manifest.json',
    'base/12/000001.zst',
    'base/12/manifest.json',
    `wal/${segment(11)}.zst`,
    `wal/${segment(12)}.zst`,
    `wal/${segment(13)}.zst`,
    'wal/00000002.history.zst',
  ])
})
