import { createServer } from 'node:http'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDraft } from '#modules/organizers/fundraising/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { erasePictures, markUsed, privateFileToSend } from '#modules/platform/media/index.ts'
import { purgeUnusedPictures, removePictureFiles } from '#modules/platform/media/purge-pictures.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { folderFiles } from '../adapters/files.ts'
import { s3Files } from '../adapters/files-s3.ts'

let installation: TestApp
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-media-'))
beforeAll(async () => {
  installation = await createTestApp({ environment: { DATA_DIR: dataDir } })
})
afterAll(async () => {
  await installation.close()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

const picture = (width = 700) =>
  sharp({ create: { width, height: 400, channels: 3, background: '#388953' } })
    .png()
    .toBuffer()
const uploader = async () => {
  const { token, viewer } = await aSession(installation.app)
  const upload = (payload: Buffer, { query = '', headers = {} as Record<string, string> } = {}) =>
    installation.fastify.inject({
      method: 'POST',
      url: `/v4/media${query}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png', ...headers },
      payload,
    })
  return { token, viewer, upload }
}
const boundary = 'ear-of-grain'
const formOf = (bytes: Buffer, field = 'picture') =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="../../etc/passwd.svg"\r\nContent-Type: image/svg+xml\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
const asForm = { 'content-type': `multipart/form-data; boundary=${boundary}` }

test('a picture is uploaded as bytes or by a form and served without active content (security-8)', async () => {
  const { upload } = await uploader()
  const raw = (await upload(await picture())).json()
  const form = (await upload(formOf(await picture()), { headers: asForm })).json()
  for (const { id, url, width } of [raw, form]) {
    expect([url, width]).toEqual([`/media/${id}.webp?v=1`, 700])
    const response = await installation.fastify.inject({ method: 'GET', url: `${url}&w=480` })
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect((await sharp(response.rawPayload).metadata()).width).toBe(480)
    const preview = await sharp(
      (await installation.fastify.inject({ method: 'GET', url: `/media/${id}.png` })).rawPayload,
    ).metadata()
    expect([preview.format, preview.width, preview.height]).toEqual(['png', 1200, 630])
  }
  for (const url of [
    `/media/${installation.app.newId()}.webp`,
    '/media/nonsense.webp',
    `/media/${raw.id}.svg`,
    `/media/${raw.id}.webp?w=481`,
    '/media/..%2f..%2fsecrets.json',
  ])
    expect((await installation.fastify.inject({ method: 'GET', url })).statusCode).toBe(404)
})

test('only a signed-in editor can upload pictures, from our pages, for their fundraiser', async () => {
  const [amina, bilal] = [await uploader(), await uploader()]
  const bytes = await picture()
  const draft = await aDraft(installation.app, amina.viewer)
  expect(
    (
      await installation.fastify.inject({
        method: 'POST',
        url: '/v4/media',
        headers: { 'content-type': 'image/png' },
        payload: bytes,
      })
    ).statusCode,
  ).toBe(401)
  expect((await amina.upload(bytes, { headers: { origin: 'https://evil.example' } })).statusCode).toBe(403)
  expect((await amina.upload(bytes, { query: `?campaignId=${draft.id}` })).statusCode).toBe(200)
  expect((await bilal.upload(bytes, { query: `?campaignId=${draft.id}` })).statusCode).toBe(404)
  expect((await bilal.upload(bytes, { query: '?campaignId=1;drop' })).statusCode).toBe(404)
})

test('an invalid or too large picture is refused with a message, with and without scripts', async () => {
  const { upload } = await uploader()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  expect((await upload(svg, { headers: { 'content-type': 'image/svg+xml' } })).json()).toMatchObject({
    status: 400,
    code: 'picture-not-readable',
  })
  expect((await upload(Buffer.alloc(11 * 1024 * 1024, 1))).json()).toMatchObject({
    status: 413,
    code: 'picture-too-large',
  })
  expect((await upload(formOf(await picture(), 'other'), { headers: asForm })).json().code).toBe('picture-missing')
  const back = '?back=/organize/7/edit/picture'
  expect((await upload(formOf(await picture()), { query: back, headers: asForm })).headers.location).toMatch(
    /^\/organize\/7\/edit\/picture\?picture=[0-9a-f-]{36}$/,
  )
  expect((await upload(formOf(svg), { query: back, headers: asForm })).headers.location).toBe(
    '/organize/7/edit/picture?problem=picture-not-readable',
  )
  expect((await upload(Buffer.alloc(11 * 1024 * 1024, 1), { query: back, headers: asForm })).headers.location).toBe(
    '/organize/7/edit/picture?problem=picture-too-large',
  )
  expect(
    (await upload(formOf(await picture()), { query: '?back=//evil.example', headers: asForm })).headers.location,
  ).not.toContain('evil')
  // Only this route accepts so large a body.
  const much = await installation.fastify.inject({
    method: 'POST',
    url: '/v4/logout',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ much: 'x'.repeat(200_000) }),
  })
  expect(much.statusCode).toBe(413)
})

test('uploaders and charities have a storage quota', async () => {
  const { viewer, upload } = await uploader()
  const rows = (count: number, instant: Date) =>
    Array.from({ length: count }, () => ({
      id: installation.app.newId(),
      account_id: viewer.accountId,
      width: 1,
      height: 1,
      bytes: 1,
      uploaded_at: instant,
    }))
  await installation.app.db.insertInto('media.picture').values(rows(60, installation.app.clock())).execute()
  expect((await upload(await picture())).json()).toMatchObject({ status: 429, code: 'too-many-pictures' })
  await installation.app.db.deleteFrom('media.picture').where('account_id', '=', viewer.accountId).execute()
  await installation.app.db
    .insertInto('media.picture')
    .values(rows(300, new Date('2026-01-01')))
    .execute()
  expect((await upload(await picture())).json()).toMatchObject({ status: 409, code: 'too-many-pictures' })
})

test('erasure deletes unused uploads and removes the owner of used ones', async () => {
  const { viewer, upload } = await uploader()
  const [used, unused] = [
    (await upload(await picture())).json().id as string,
    (await upload(await picture())).json().id as string,
  ]
  await installation.app.write(async (tx) => {
    await markUsed(tx, [used], installation.app.clock())
    await erasePictures(installation.app, tx, viewer.accountId)
  })
  const rows = await installation.app.db
    .selectFrom('media.picture')
    .select(['id', 'account_id'])
    .where('id', 'in', [used, unused])
    .execute()
  expect(rows).toEqual([{ id: used, account_id: null }])
  await removePictureFiles(installation.app, { ids: [unused] })
  expect([
    await installation.app.files.get(`pictures/${unused}.webp`),
    (await installation.app.files.get(`pictures/${used}.webp`))?.length,
  ]).toEqual([undefined, expect.any(Number)])
  const other = await uploader()
  const { id } = (await other.upload(await picture())).json()
  await installation.app.db
    .updateTable('media.picture')
    .set({ uploaded_at: new Date('2026-01-01') } as never)
    .where('id', '=', id)
    .execute()
  await purgeUnusedPictures(installation.app)
  expect(await installation.app.db.selectFrom('media.picture').select('id').where('id', '=', id).execute()).toEqual([])
})

test.each([true, false])(
  'a store that speaks S3 (path style: %s) gets signed requests, keeps, answers and removes',
  async (isPathStyle) => {
    const kept = new Map<string, Buffer>()
    const seen: { url: string; host: string; signature: string }[] = []
    const store = createServer((request, response) => {
      const signature = request.headers.authorization ?? ''
      seen.push({ url: request.url!, host: request.headers.host!, signature })
      if (
        !/^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-west-2\/s3\/aws4_request, SignedHeaders=[\w;-]*host[\w;-]*, Signature=[0-9a-f]{64}$/.test(
          signature,
        )
      )
        return void response.writeHead(403).end()
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        if (request.method === 'PUT') kept.set(request.url!, Buffer.concat(parts))
        if (request.method === 'DELETE') kept.delete(request.url!)
        const found = kept.get(request.url!)
        if (request.method === 'GET' && !found) return void response.writeHead(404).end('<Error/>')
        response.writeHead(request.method === 'DELETE' ? 204 : 200).end(request.method === 'GET' ? found : undefined)
      })
    })
    await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve))
    const { port } = store.address() as AddressInfo
    const settings = {
      bucket: 'pictures',
      endpoint: `http://localhost:${port}`,
      region: 'eu-west-2',
      accessKeyId: 'AKID',
      secretAccessKey: 'secret',
      isPathStyle,
    }
    try {
      const files = s3Files(settings)
      const probe = await files.put('pictures/one.webp', Buffer.from('bytes'), 'image/webp').then(
        () => 'put',
        () => 'unreachable',
      )
      // Some machines can't resolve names below localhost.
      if (isPathStyle || probe === 'put') {
        expect(Buffer.from((await files.get('pictures/one.webp'))!).toString()).toBe('bytes')
        expect(await files.get('pictures/two.webp')).toBeUndefined()
        await files.remove('pictures/one.webp')
        expect(kept.size).toBe(0)
        expect(seen[0]).toMatchObject(
          isPathStyle
            ? { url: '/pictures/pictures/one.webp', host: `localhost:${port}` }
            : { url: '/pictures/one.webp', host: `pictures.localhost:${port}` },
        )
      }
      await expect(
        s3Files({ ...settings, accessKeyId: 'OTHER', isPathStyle: true }).put(
          'pictures/x.webp',
          Buffer.from('x'),
          'image/webp',
        ),
      ).rejects.toThrow('403')
    } finally {
      store.close()
    }
  },
)

test('an unavailable object store is 503 with Retry-After, for a picture, an upload and a document', async () => {
  const away = await createTestApp({
    environment: {
      S3_BUCKET: 'pictures',
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_ACCESS_KEY_ID: 'AKID',
      S3_SECRET_ACCESS_KEY: 'secret',
      S3_PATH_STYLE: 'yes',
    },
  })
  try {
    const { token } = await aSession(away.app)
    const response = await away.fastify.inject({ method: 'GET', url: `/media/${away.app.newId()}.webp` })
    const uploaded = await away.fastify.inject({
      method: 'POST',
      url: '/v4/media',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
      payload: await picture(),
    })
    for (const { statusCode, headers, json } of [response, uploaded])
      expect([statusCode, headers['retry-after'], json().code]).toEqual([503, '30', 'file-store-unavailable'])
    await expect(
      privateFileToSend(away.app, { id: away.app.newId(), kind: 'pdf', name: 'evidence-1' }),
    ).rejects.toMatchObject({
      status: 503,
      retryAfterSeconds: 30,
    })
    expect(await away.app.db.selectFrom('media.picture').select('id').execute()).toEqual([])
  } finally {
    await away.close()
  }
})

test.each([
  [503, 'file-store-unavailable'],
  [429, 'file-store-unavailable'],
  [403, 'the file store responded to GET with 403'],
])('an object store that answers %s fails with %s', async (status, message) => {
  const store = createServer((_request, response) => void response.writeHead(status).end())
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`
  const files = s3Files({
    bucket: 'pictures',
    endpoint,
    region: 'us-east-1',
    accessKeyId: 'AKID',
    secretAccessKey: 'secret',
    isPathStyle: true,
  })
  await expect(files.get('pictures/one.webp')).rejects.toThrow(message)
  store.close()
})

test('a folder stores only complete files, and no key leads outside it', async () => {
  const files = folderFiles(path.join(dataDir, 'folder'))
  await files.put('pictures/a.webp', Buffer.from('one'), 'image/webp')
  await files.put('pictures/a.webp', Buffer.from('two'), 'image/webp')
  expect([
    Buffer.from((await files.get('pictures/a.webp'))!).toString(),
    fs.readdirSync(path.join(dataDir, 'folder/pictures')),
  ]).toEqual(['two', ['a.webp']])
  await files.remove('pictures/a.webp')
  await files.remove('pictures/a.webp')
  expect(await files.get('pictures/a.webp')).toBeUndefined()
  for (const key of ['../secrets.json', 'pictures/../../x.webp', '/etc/passwd', 'pictures/a'])
    await expect(Promise.resolve().then(() => files.get(key))).rejects.toThrow('not a valid file key')
})
