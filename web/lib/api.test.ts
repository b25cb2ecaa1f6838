import { afterEach, expect, test, vi } from 'vitest'
import { api, ApiError, setDefaultErrorTexts } from './api.ts'

afterEach(() => vi.unstubAllGlobals())
const answers = (answer: () => Response | Promise<Response>) => vi.stubGlobal('fetch', async () => answer())
const ask = () => api('GET /v4/campaign-pages/:slug', { slug: 'wells' })
const cutOff = () =>
  new Response(
    new ReadableStream({
      start: (body) => {
        body.enqueue(new TextEncoder().encode('{"id":"1",'))
        body.error(new TypeError('the connection is gone'))
      },
    }),
  )

test('a truncated response is a network error', async () => {
  for (const response of [
    cutOff,
    () => new Response('{"id":"1",'),
    () => new Response('<html>a hotel asks you to log in</html>'),
  ]) {
    answers(response)
    const refused = await ask().catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ApiError)
    expect(refused).toMatchObject({ class: 'network', status: 0, isRetryable: true })
  }
})

test('an error without a readable body keeps its status', async () => {
  answers(() => new Response('Bad gateway', { status: 502 }))
  expect(await ask().catch((error: unknown) => error)).toMatchObject({ status: 502 })
})

test('an empty successful response is valid', async () => {
  answers(() => new Response(''))
  expect(await ask()).toEqual({})
})

test('an error without a message gets the default text of its class, in the page’s language', async () => {
  setDefaultErrorTexts({ server: 'حدث خطأ في الخادم.', network: 'تعذّر الاتصال بالشبكة.' })
  answers(() => new Response('Bad gateway', { status: 502 }))
  expect(await ask().catch((error: unknown) => error)).toMatchObject({ message: 'حدث خطأ في الخادم.' })
  answers(() => Promise.reject(new TypeError('connection refused')))
  expect(await ask().catch((error: unknown) => error)).toMatchObject({ message: 'تعذّر الاتصال بالشبكة.' })
  answers(() => Response.json({ message: 'كلماتها' }, { status: 409 }))
  expect(await ask().catch((error: unknown) => error)).toMatchObject({ message: 'كلماتها' })
})
