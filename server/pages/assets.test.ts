import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import zlib from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerAssets } from './assets.ts'
import { compressAssets } from './compress-assets.ts'
import { keepEarlierAssets } from './earlier-assets.ts'

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-assets-'))
const script = (name: string) => `export const name = '${name}'\n`.repeat(200)
const build = async (...names: string[]) => {
  fs.rmSync(path.join(root, 'build'), { recursive: true, force: true })
  fs.mkdirSync(path.join(root, 'build/client/assets'), { recursive: true })
  for (const name of names) fs.writeFileSync(path.join(root, 'build/client/assets', name), script(name))
  await compressAssets(root)
}

let fastify: FastifyInstance
beforeAll(async () => {
  await build('wallet-a1.js')
  keepEarlierAssets(root, new Date())
  await build('page-b2.css', 'letters-c3.woff2', 'tiny-d4.js')
  fs.rmSync(path.join(root, 'build/client/assets/tiny-d4.js.br'))
  fastify = Fastify()
  await registerAssets(fastify, root)
})
afterAll(async () => {
  await fastify.close()
  fs.rmSync(root, { recursive: true })
})
const ask = (name: string, headers: Record<string, string> = {}) => fastify.inject({ url: `/assets/${name}`, headers })

test('assets of this build and of earlier ones arrive in Brotli or gzip, immutable', async () => {
  for (const name of ['page-b2.css', 'wallet-a1.js']) {
    for (const [accepted, encoding, decode] of [
      ['gzip, deflate, br, zstd', 'br', zlib.brotliDecompressSync],
      ['gzip', 'gzip', zlib.gunzipSync],
      ['br;q=0, gzip;q=0.5', 'gzip', zlib.gunzipSync],
    ] as const) {
      const answer = await ask(name, { 'accept-encoding': accepted })
      expect(answer.headers).toMatchObject({
        'content-encoding': encoding,
        'content-type': expect.stringMatching(name.endsWith('.css') ? /^text\/css/ : /^(text|application)\/javascript/),
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
      })
      expect(String(decode(answer.rawPayload))).toBe(script(name))
    }
    const plain = await ask(name)
    expect([plain.headers['content-encoding'], plain.headers.vary, plain.body]).toEqual([
      undefined,
      'accept-encoding',
      script(name),
    ])
  }
})

test('each coding of an asset has its own ETag and ranges', async () => {
  const br = { 'accept-encoding': 'br' }
  const [plain, compressed] = [await ask('page-b2.css'), await ask('page-b2.css', br)]
  expect(compressed.headers.etag).not.toBe(plain.headers.etag)
  const again = await ask('page-b2.css', { ...br, 'if-none-match': String(compressed.headers.etag) })
  expect([again.statusCode, again.headers.vary]).toEqual([304, 'accept-encoding'])
  const part = await ask('page-b2.css', { ...br, range: 'bytes=2-5' })
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 2-5/${compressed.rawPayload.length}`])
  expect(part.rawPayload).toEqual(compressed.rawPayload.subarray(2, 6))
})

test('fonts and uncompressed files are sent as they are; .br and .gz files have no address', async () => {
  const br = { 'accept-encoding': 'br' }
  expect((await ask('letters-c3.woff2', br)).headers).not.toHaveProperty('content-encoding')
  expect((await ask('tiny-d4.js', br)).body).toBe(script('tiny-d4.js'))
  for (const name of ['page-b2.css.br', 'page-b2.css.gz', '']) expect((await ask(name)).statusCode, name).toBe(404)
})
