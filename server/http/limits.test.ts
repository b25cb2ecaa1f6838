import Fastify from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { registerSecurity } from '#server/http/security.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let it: TestApp
const host = 'give.example.org'
beforeAll(async () => {
  it = await createTestApp({
    environment: {
      MODE: 'production',
      BASE_URL: 'https://give.example.org',
      SESSION_SECRET: 'x'.repeat(40),
      FIELD_KEY: Buffer.alloc(32).toString('base64'),
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'a@example.org',
      OPERATOR_NAME: 'Sunbul Foundation',
      CONTACT_EMAIL: 'help@example.org',
      ALLOW_SANDBOX_PAYMENTS: 'yes',
      RATE_LIMIT_PER_MINUTE: '3',
    },
  })
})
afterAll(() => it.close())

test('over TLS the browser gets HSTS, and metrics are not public in production', async () => {
  const answer = await it.fastify.inject('/livez')
  expect(answer.headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains; preload')
  expect((await it.fastify.inject({ url: '/metrics', headers: { host } })).statusCode).toBe(404)
})

test('an address with too many requests is asked to wait, others are not', async () => {
  const ask = (remoteAddress: string) =>
    it.fastify.inject({ url: '/api/donate/minimumProjectForDonation/1', remoteAddress, headers: { host } })
  for (let i = 0; i < 3; i++) expect((await ask('203.0.113.5')).statusCode).not.toBe(429)
  const refused = await ask('203.0.113.5')
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toMatchObject({
    success: false,
    message: 'Too many requests. Please wait a moment and try again.',
  })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await ask('203.0.113.6')).statusCode).not.toBe(429)
})

test('files don’t count towards the limit, other routes with similar addresses do', async () => {
  const fastify = Fastify()
  onTestFinished(() => fastify.close())
  await registerSecurity(fastify, it.app, false)
  for (const url of ['/media/:file', '/*']) fastify.get(url, async () => ({ ok: true }))
  const statuses = async (url: string) => {
    const answers = []
    for (let i = 0; i < 5; i++) answers.push((await fastify.inject({ url, remoteAddress: '203.0.113.7' })).statusCode)
    return answers
  }
  expect(await statuses('/media/0199.webp')).toEqual([200, 200, 200, 200, 200])
  expect(await statuses('/media/../v4/discover')).toEqual([200, 200, 200, 429, 429])
  expect(await statuses('/art-and-craft')).toEqual([429, 429, 429, 429, 429])
})
