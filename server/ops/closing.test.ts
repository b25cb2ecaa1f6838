import http from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { closeAfterResponse, closingOptions } from '#server/ops/closing.ts'

test('a request that reaches a closing server gets its normal response', async () => {
  const fastify = Fastify(closingOptions)
  let answered: Promise<Response> | undefined
  fastify.get('/gift', async () => 'given')
  fastify.addHook('preClose', async () => {
    answered = fetch(`http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}/gift`)
    await answered
  })
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  await fastify.close()
  const answer = (await answered)!
  expect([answer.status, await answer.text()]).toEqual([200, 'given'])
})

test('a closing server completes its requests and then closes at once', async () => {
  const fastify = Fastify({ keepAliveTimeout: 65_000 })
  closeAfterResponse(fastify)
  let arrived = () => {}
  const isAsked = new Promise<void>((resolve) => (arrived = resolve))
  let answer = () => {}
  const isReady = new Promise<void>((resolve) => (answer = resolve))
  fastify.get('/gift', async () => {
    arrived()
    await isReady
    return 'given'
  })
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  const { port } = fastify.server.address() as AddressInfo
  const agent = new http.Agent({ keepAlive: true })
  const answered = new Promise<string>((resolve, reject) => {
    http
      .get(
        { host: '127.0.0.1', port, path: '/gift', agent },
        (response) => void response.setEncoding('utf8').on('data', resolve),
      )
      .on('error', reject)
  })
  await isAsked
  const closed = fastify.close()
  setTimeout(answer, 200)
  expect(await answered).toBe('given')
  const time = performance.now()
  await closed
  expect(performance.now() - time).toBeLessThan(2000)
  agent.destroy()
})
