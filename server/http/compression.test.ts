import { PassThrough } from 'node:stream'
import zlib from 'node:zlib'
import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { encodedBody, negotiateEncoding, registerCompression } from './compression.ts'

const text = 'Wells for the valley. '.repeat(500)
const decoders = { zstd: zlib.zstdDecompressSync, br: zlib.brotliDecompressSync, gzip: zlib.gunzipSync } as const

const fastify = Fastify()
await fastify.register(cookie)
registerCompression(fastify, ({ cookies }) => cookies.sid !== undefined)
fastify.all('/page', async (_request, reply) =>
  reply.type('text/html; charset=utf-8').header('vary', 'cookie').send(text),
)
fastify.get('/data', async () => ({ text }))
fastify.get('/large', async () => ({ text: text.repeat(50) }))
fastify.get('/small', async (_request, reply) => reply.type('text/plain').send('Salam'))
fastify.get('/missing', async (_request, reply) => reply.code(404).type('text/html').send(text))
fastify.get('/login', async (_request, reply) => reply.setCookie('sid', 'secret').type('text/html').send(text))
fastify.get('/picture', async (_request, reply) => reply.type('image/webp').send(Buffer.from(text)))
fastify.get('/tagged', async (_request, reply) => reply.type('text/plain').header('etag', '"one"').send(text))
fastify.get('/part', async (_request, reply) =>
  reply.code(206).type('text/plain').header('content-range', 'bytes 0-4/9000').send(text),
)
const slow = new PassThrough()
fastify.get('/stream', async (_request, reply) => reply.type('text/plain').send(slow))
afterAll(() => fastify.close())

const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  fastify.inject({ method, url, headers: { 'accept-encoding': 'gzip, deflate, br, zstd', ...headers } })
const isCompressed = async (...request: Parameters<typeof ask>) =>
  (await ask(...request)).headers['content-encoding'] !== undefined

test('the content coding follows the client’s weights', () => {
  for (const [header, encoding] of [
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br; q=1.0, gzip;q=0.8', 'br'],
    ['zstd;q=0, *', 'br'],
    ['*', 'zstd'],
    ['*;q=0', undefined],
    ['gzip;q=0', undefined],
    ['identity, gzip;q=0.5', undefined],
    ['deflate', undefined],
    ['', undefined],
    [undefined, undefined],
  ] as const)
    expect(negotiateEncoding(header), header).toBe(encoding)
})

test('pages and data arrive complete in each content coding, with a Vary header', async () => {
  for (const [encoding, decode] of Object.entries(decoders)) {
    const answer = await ask('/page', { 'accept-encoding': encoding })
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      vary: 'cookie, accept-encoding',
      'content-length': String(answer.rawPayload.length),
    })
    expect(String(decode(answer.rawPayload))).toBe(text)
    expect(JSON.parse(String(decode((await ask('/data', { 'accept-encoding': encoding })).rawPayload)))).toEqual({
      text,
    })
    expect(JSON.parse(String(decode((await ask('/large', { 'accept-encoding': encoding })).rawPayload)))).toEqual({
      text: text.repeat(50),
    })
    expect((await ask('/page', { 'accept-encoding': encoding }, 'HEAD')).headers['content-encoding']).toBe(encoding)
  }
  const plain = await ask('/page', { 'accept-encoding': '' })
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect([plain.headers.vary, plain.body]).toEqual(['cookie, accept-encoding', text])
})

test('small bodies, pictures, partial responses and those with an ETag are not compressed', async () => {
  for (const url of ['/small', '/picture', '/part', '/tagged']) expect(await isCompressed(url), url).toBe(false)
})

test('a response that may contain a secret next to another site’s input is not compressed (BREACH)', async () => {
  const cookie = 'sid=secret'
  expect(await isCompressed('/page?q=guess')).toBe(true)
  expect(await isCompressed('/page', { cookie })).toBe(true)
  expect(await isCompressed('/page?q=guess', { cookie })).toBe(false)
  expect(await isCompressed('/missing', { cookie })).toBe(false)
  expect(await isCompressed('/page', { cookie }, 'POST')).toBe(false)
  expect(await isCompressed('/login')).toBe(false)
  expect(await isCompressed('/page?q=guess', { cookie: 'lang=ar' })).toBe(true)
})

test('streamed data arrives as soon as it is written', async () => {
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  const address = fastify.server.address() as { port: number }
  slow.write('first ')
  const answer = await fetch(`http://127.0.0.1:${address.port}/stream`, { headers: { 'accept-encoding': 'br' } })
  expect(answer.headers.get('content-encoding')).toBe('br')
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader.read()).value).toBe('first ')
  slow.end('last')
  expect((await reader.read()).value).toBe('last')
})

test('a cached page is compressed once for each content coding', () => {
  const body = encodedBody(Buffer.from(text))
  expect(String(body.as(undefined))).toBe(text)
  for (const [encoding, decode] of Object.entries(decoders)) {
    const encoded = body.as(encoding as 'br')
    expect(String(decode(encoded))).toBe(text)
    expect(body.as(encoding as 'br')).toBe(encoded)
  }
  expect(String(body.as(undefined))).toBe(text)
})
