import http from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { closeWhenAnswered } from '#server/closing.ts'

test('what is under way when a server closes is answered, and then nothing holds the close up', async () => {
  const fastify = Fastify({ keepAliveTimeout: 65_000 })
  closeWhenAnswered(fastify)
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
    http.get({ host: '127.0.0.1', port, path: '/gift', agent }, (response) => void response.setEncoding('utf8').on('data', resolve)).on('error', reject)
  })
  await isAsked
  const closed = fastify.close()
  setTimeout(answer, 200)
  expect(await answered).toBe('given')
  const at = performance.now()
  await closed
  expect(performance.now() - at).toBeLessThan(2000)
  agent.destroy()
})
