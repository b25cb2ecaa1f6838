import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { distinguishReaders, programsOnly } from './page-constraint.ts'

const fastify = Fastify()
distinguishReaders(fastify, { withPages: true })
fastify.get('/v4/zakat', { constraints: programsOnly }, async () => ({ state: 'LOGGED_OUT' }))
fastify.get('/v4/other', async () => ({}))
void fastify.register(async (scope) => {
  scope.all('/*', async () => 'page')
})
afterAll(() => fastify.close())

test.each([
  ['/v4/zakat', 'text/html,application/xhtml+xml,*/*;q=0.8', 'page'],
  ['/v4/zakat', 'application/json', '{"state":"LOGGED_OUT"}'],
  ['/v4/zakat', '*/*', '{"state":"LOGGED_OUT"}'],
  ['/v4/zakat', undefined, '{"state":"LOGGED_OUT"}'],
  ['/v4/zakat/calculator', 'application/json', 'page'],
  ['/v4/other', 'text/html', '{}'],
])('%s for a reader of %s', async (url, accept, body) => {
  const headers = accept === undefined ? {} : { accept }
  expect((await fastify.inject({ url, headers })).body).toBe(body)
  if (url === '/v4/zakat') expect((await fastify.inject({ method: 'HEAD', url, headers })).statusCode).toBe(200)
})
