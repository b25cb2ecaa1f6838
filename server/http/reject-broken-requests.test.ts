import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let installation: TestApp
let port: number
const errors: unknown[] = []
beforeAll(async () => {
  const log = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: (fields: object) => void errors.push(fields),
  }
  installation = await createTestApp({ log })
  await installation.fastify.listen({ port: 0, host: '127.0.0.1' })
  port = (installation.fastify.server.address() as AddressInfo).port
})
afterAll(() => installation.close())

/** Sends these bytes and returns everything received until the connection closes. */
async function sendRaw(lines: readonly string[]): Promise<string> {
  const socket = net.connect(port, '127.0.0.1')
  let answered = ''
  socket.on('data', (bytes) => (answered += String(bytes)))
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'))
  await once(socket, 'close')
  return answered
}

test.each([
  ['GET /livez HTTP/1.1', 'Host: localhost', 'Host: evil.example'],
  ['GET /v4/discovery/events HTTP/1.1', 'HOST: localhost', 'host: localhost'],
])('two Host headers are refused with 400: %s', async (...lines) => {
  expect(await sendRaw(lines)).toMatch(/^HTTP\/1\.1 400 [^]*"code":"invalid-input"/)
})

test('one Host header is answered', async () => {
  expect(await sendRaw(['GET /livez HTTP/1.1', 'Host: localhost', 'X-Host: localhost'])).toMatch(/^HTTP\/1\.1 200 /)
})

test('a client that has disconnected is counted, and nothing is logged as an error', async () => {
  const count = async () =>
    Number(/^sunbul_http_aborted_total (\d+)/m.exec((await installation.fastify.inject('/metrics')).body)?.[1])
  const before = await count()
  installation.fastify.server.prependOnceListener('connection', (socket: net.Socket) =>
    Object.defineProperty(socket, 'remoteAddress', { value: undefined }),
  )
  expect(await sendRaw(['GET /v4/discovery/events HTTP/1.1', 'Host: localhost'])).toBe('')
  expect([await count(), errors]).toEqual([before + 1, []])
})
