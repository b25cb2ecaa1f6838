import http from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp } from './demo.ts'
import { createSite, demoTimeout, freshEmail, type Site } from './site.ts'

let site: Site
let port: number
beforeAll(async () => {
  site = await createSite()
  port = Number(new URL(await site.fastify.listen({ port: 0, host: '127.0.0.1' })).port)
}, demoTimeout)
afterAll(() => site.close())

type Asked = {
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly form?: string
}

/** A request that a proxy or program makes, but no browser. */
const ask = ({
  path,
  method = 'GET',
  headers = {},
  form,
}: Asked): Promise<{ status: number; headers: http.IncomingHttpHeaders; text: string }> =>
  new Promise((resolve, reject) => {
    const sent = {
      accept: 'text/html',
      ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    }
    const clientRequest = http.request({ hostname: '127.0.0.1', port, method, path, headers: sent }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, headers: answer.headers, text: Buffer.concat(chunks).toString() }),
      )
    })
    clientRequest.on('error', reject)
    clientRequest.end(form)
  })

test('serves a page under any host name', async () => {
  for (const host of ['localhost:1', 'a b', '[', 'x:999999', ''])
    for (const path of ['/v4', '/v4/discover?q=water'])
      expect((await ask({ path, headers: { host } })).status, `${host} ${path}`).toBe(200)
})

test('a form works behind a proxy with another host name, and not from another site', async () => {
  const form = 'email=unknown%40example.org&password=not-their-password'
  const status = async (headers: Readonly<Record<string, string>>) =>
    (await ask({ path: '/login', method: 'POST', form, headers })).status
  // The page is shown again and says that the password is wrong.
  expect(await status({ host: 'upstream', origin: site.origin })).toBe(401)
  expect(await status({ host: '127.0.0.1:8080', origin: 'http://127.0.0.1:8080' })).toBe(401)
  expect(await status({ host: 'upstream', origin: 'https://evil.example' })).toBe(403)
})

test('a page’s permissions don’t depend on the spelling of its URL', async () => {
  for (const path of ['/media/../login', '/art/%2e%2e/login', '/x\\..\\login']) {
    const answer = await ask({ path })
    expect([answer.status, answer.headers.location], path).toEqual([308, '/login'])
  }
  const posted = await ask({ path: '/media/../login', method: 'POST', form: 'email=&password=' })
  expect([posted.status, posted.headers['cache-control']]).toEqual([401, 'no-store'])
  for (const path of ['//evil.example/login', '//['])
    expect((await ask({ path, method: 'POST', form: 'a=b' })).status, path).toBe(404)
})

test('form posts count towards an account’s rate limit, too', async () => {
  const visitor = site.visitor()
  await signUp(visitor, freshEmail('measured'))
  const begin = async () => (await visitor.send('/organize/new', { method: 'POST', form: { title: '' } })).status
  const statuses = await Promise.all(Array.from({ length: 21 }, begin))
  expect(statuses.filter((status) => status === 400)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
})
