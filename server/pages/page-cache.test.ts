import { expect, test } from 'vitest'
import { encodedBody } from '../http/compression.ts'
import { type CachedPage, createPageCache } from './page-cache.ts'

const page = (text: string, status = 200): CachedPage => ({ status, headers: [], body: encodedBody(Buffer.from(text)) })
const textOf = ({ body }: CachedPage) => String(body.as(undefined))

test('a thousand visitors at once cost one rendering', async () => {
  let rendered = 0
  const cache = createPageCache({ freshMs: 1000, staleMs: 60_000, pagesMax: 10, now: () => 0 })
  const pages = await Promise.all(
    Array.from({ length: 1000 }, () => cache.get('/a', async () => page(String(++rendered)))),
  )
  expect(rendered).toBe(1)
  expect(textOf(pages[7]!)).toBe('1')
})

test('after a second the stale page is returned once more while a new one is rendered', async () => {
  let now = 0
  let rendered = 0
  const cache = createPageCache({ freshMs: 1000, staleMs: 60_000, pagesMax: 10, now: () => now })
  const get = async () => textOf(await cache.get('/a', async () => page(String(++rendered))))
  expect(await get()).toBe('1')
  now = 1500
  expect(await get()).toBe('1')
  await Promise.resolve()
  expect(await get()).toBe('2')
})

test('missing pages are not cached, and the oldest page is evicted', async () => {
  const cache = createPageCache({ freshMs: 1000, staleMs: 60_000, pagesMax: 2, now: () => 0 })
  await cache.get('/missing', async () => page('', 404))
  for (const path of ['/a', '/b', '/c']) await cache.get(path, async () => page(path))
  expect(cache.size).toBe(2)
})
