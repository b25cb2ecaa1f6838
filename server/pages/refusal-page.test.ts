import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { createServer } from '../server.ts'

let installation: TestApp
let fastify: FastifyInstance
beforeAll(async () => {
  installation = await createTestApp()
  fastify = await createServer(installation.app, { isDevelopment: false, withPages: false })
  const page = { config: { page: true } as never }
  fastify.get('/a-page', page, () =>
    Promise.reject(new Problem('server', 'database-unavailable', { status: 503, retryAfterSeconds: 2 })),
  )
  fastify.get('/a-broken-page', page, () => Promise.reject(new Error('select * from secrets')))
  fastify.get('/a-file', page, (_request, reply) => reply.type('text/csv; charset=utf-8').send('gift'))
  fastify.get('/a-call', () => Promise.reject(new Problem('server', 'database-unavailable', { status: 503 })))
})
afterAll(async () => {
  await fastify.close()
  await installation.close()
})
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test('a page that can’t be rendered shows a message in the visitor’s language with the pages’ policy', async () => {
  const answer = await fastify.inject({ url: '/a-page', headers: { ...browser, 'accept-language': 'ar' } })
  expect(answer.statusCode).toBe(503)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'retry-after': '2',
    'cache-control': 'no-store',
  })
  expect(answer.body).toMatch(/<html lang="ar" dir="rtl">.*<h1>\p{Script=Arabic}/su)
  const nonce = /style nonce="([^"]+)"/.exec(answer.body)![1]!
  expect(answer.headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
  const broken = await fastify.inject({ url: '/a-broken-page', headers: browser })
  expect([broken.statusCode, /<h1>Server error occurred/.test(broken.body), broken.body.includes('secrets')]).toEqual([
    500,
    true,
    false,
  ])
})

test('API calls and requests for other formats get JSON', async () => {
  for (const [url, headers] of [
    ['/a-page', { accept: '*/*' }],
    ['/a-call', browser],
  ] as const) {
    const answer = await fastify.inject({ url, headers })
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'database-unavailable'])
  }
})

test('a page’s address that returns a file or JSON has the policy of other responses', async () => {
  for (const url of ['/a-page', '/a-file']) {
    const { headers } = await fastify.inject({ url, headers: { accept: '*/*' } })
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
  }
})
