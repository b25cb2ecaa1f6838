import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openBasket } from './basket-client.ts'

let requests: string[] = []
beforeEach(() => {
  requests = []
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'basket' ? JSON.stringify({ version: 1, value: 'kept' }) : null),
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Sets the server's response when it is asked for the basket in this browser's storage. */
const serveStoredBasket = (status: number, body: object) =>
  vi.stubGlobal('fetch', async (path: string, { method, body: sent }: { method: string; body?: string }) => {
    requests.push(`${method} ${path}${sent ? ` ${sent}` : ''}`)
    return method === 'GET' ? Response.json(body, { status }) : Response.json({ id: 'new', userId: null })
  })

test('uses the stored basket, or creates a new one if it is gone or paid', async () => {
  serveStoredBasket(200, { id: 'kept', userId: null, status: 'active' })
  expect(await openBasket(undefined, '', 'USD')).toMatchObject({ id: 'kept' })
  serveStoredBasket(200, { id: 'kept', userId: null, status: 'checked-out' })
  expect(await openBasket(undefined, '', 'USD')).toMatchObject({ id: 'new' })
  serveStoredBasket(404, { code: 'basket-not-found' })
  expect(await openBasket(undefined, '', 'USD')).toMatchObject({ id: 'new' })
})

test('creates no basket while the stored one can’t be loaded', async () => {
  serveStoredBasket(503, { code: 'unavailable' })
  await expect(openBasket(undefined, '', 'USD')).rejects.toMatchObject({ status: 503 })
  expect(requests).toEqual(['GET /v4/checkout/guest/baskets/kept'])
})

test('a new basket has the donor’s chosen currency, or none [baskets-4]', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null })
  serveStoredBasket(404, {})
  await openBasket(undefined, '', 'GBP')
  await openBasket(undefined, '', undefined)
  await openBasket(undefined, 'amina', undefined)
  const guest = 'POST /v4/checkout/guest/baskets'
  expect(requests).toEqual([`${guest} {"currency":"GBP"}`, `${guest} {}`, 'POST /v4/checkout/amina/baskets {}'])
})
