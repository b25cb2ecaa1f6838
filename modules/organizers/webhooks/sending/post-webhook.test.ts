import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createWebhookPoster, type NameLookup, responseBytesMax } from './post-webhook.ts'

const servers: http.Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** Starts a receiver on loopback; returns its port and how many requests reached it. */
async function receiver(handler: http.RequestListener) {
  const seen: string[] = []
  const server = http.createServer((request, response) => {
    seen.push(request.url ?? '')
    handler(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return { port: (server.address() as AddressInfo).port, seen }
}

const to = (url: string) => ({ url, headers: { 'webhook-id': 'one' }, body: '{}' })

test('posts the body and its headers to a permitted host, and returns status and response [webhooks-3]', async () => {
  const received: unknown[] = []
  const { port } = await receiver((request, response) => {
    request.setEncoding('utf8')
    request.on('data', (body: string) => received.push([request.method, request.headers['webhook-id'], body]))
    request.on('end', () => response.writeHead(202).end('thank\0 you'))
  })
  const post = createWebhookPoster([`127.0.0.1:${port}`])
  expect(await post(to(`http://127.0.0.1:${port}/`))).toMatchObject({ status: 202, text: 'thank you', fault: null })
  expect(received).toEqual([['POST', 'one', '{}']])
})

test('follows no redirect [webhooks-3]', async () => {
  const target = await receiver((_, response) => response.end())
  const { port } = await receiver((_, response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${target.port}/` }).end(),
  )
  const post = createWebhookPoster([`127.0.0.1:${port}`, `127.0.0.1:${target.port}`])
  expect(await post(to(`http://127.0.0.1:${port}/`))).toMatchObject({ status: 307, fault: null })
  expect(target.seen).toEqual([])
})

test('gives up on a receiver that is slow to respond, or sends its response slowly [webhooks-3]', async () => {
  const silent = await receiver(() => undefined)
  const drop = await receiver((_, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('.'), 20)
    response.on('close', () => {
      clearInterval(timer)
    })
  })
  const post = createWebhookPoster([`127.0.0.1:${silent.port}`, `127.0.0.1:${drop.port}`], { timeoutMs: 200 })
  expect(await post(to(`http://127.0.0.1:${silent.port}/`))).toMatchObject({ status: null, fault: 'timeout' })
  expect(await post(to(`http://127.0.0.1:${drop.port}/`))).toMatchObject({ status: null, fault: 'timeout' })
})

test('refuses a response of more than 64 KiB, and stores only the first characters of others [webhooks-3]', async () => {
  const { port } = await receiver((request, response) =>
    response.end('x'.repeat(request.url === '/large' ? responseBytesMax + 1 : responseBytesMax)),
  )
  const post = createWebhookPoster([`127.0.0.1:${port}`])
  expect(await post(to(`http://127.0.0.1:${port}/large`))).toMatchObject({ fault: 'response-too-large' })
  const { text } = await post(to(`http://127.0.0.1:${port}/`))
  expect(text).toHaveLength(1000)
})

test('refuses internal addresses, and a name with one, without connecting [webhooks-3]', async () => {
  const { port, seen } = await receiver((_, response) => response.end())
  const names: NameLookup = (name, done) => {
    const inside = { address: '127.0.0.1', family: 4 }
    const outside = { address: '203.0.113.9', family: 4 }
    done(null, name === 'mixed.example.org' ? [outside, inside] : [inside])
  }
  const post = createWebhookPoster([], { lookup: names })
  for (const url of [
    `http://127.0.0.1:${port}/`,
    `https://127.0.0.1:${port}/`,
    `https://[::ffff:7f00:1]:${port}/`,
    `https://inside.example.org:${port}/`,
    `https://mixed.example.org:${port}/`,
  ])
    expect(await post(to(url)), url).toMatchObject({ status: null, fault: 'not-public' })
  expect(seen).toEqual([])
})

test('connects to the address that was checked, not to one that the name has a moment later [webhooks-3]', async () => {
  const connections = { outside: 0, inside: 0 }
  const listen = async (host: string, at: number, count: () => void) => {
    const server = http.createServer()
    server.on('connection', (socket) => {
      count()
      socket.destroy()
    })
    servers.push(server)
    await new Promise<void>((resolve) => {
      server.listen(at, host, resolve)
    })
    return (server.address() as AddressInfo).port
  }
  // Another loopback address counts as the public one, so that the test needs no network.
  const port = await listen('127.0.0.2', 0, () => (connections.outside += 1))
  await listen('127.0.0.1', port, () => (connections.inside += 1))
  let lookups = 0
  const rebinding: NameLookup = (_, done) => {
    lookups += 1
    done(null, [{ address: lookups === 1 ? '127.0.0.2' : '127.0.0.1', family: 4 }])
  }
  const post = createWebhookPoster([], { lookup: rebinding, isPublic: (address) => address === '127.0.0.2' })
  const url = `https://rebinding.example.org:${port}/`
  expect(await post(to(url))).toMatchObject({ status: null, fault: 'network' })
  expect([lookups, connections]).toEqual([1, { outside: 1, inside: 0 }])
  expect(await post(to(url))).toMatchObject({ fault: 'not-public' })
  expect(connections).toEqual({ outside: 1, inside: 0 })
})

test('says when a name is unknown or a connection is refused [webhooks-3]', async () => {
  const unknown: NameLookup = (_, done) => {
    done(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), [])
  }
  const post = createWebhookPoster([], { lookup: unknown })
  expect(await post(to('https://unknown.example.org/'))).toMatchObject({ fault: 'name-unknown' })
  expect(await createWebhookPoster(['127.0.0.1:9'])(to('http://127.0.0.1:9/'))).toMatchObject({ fault: 'refused' })
})
