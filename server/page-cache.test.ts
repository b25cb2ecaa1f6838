import { expect, test } from 'vitest'
import { type CachedPage, createPageCache, cutAtNonce, noncePlaceholder, withNonce } from './page-cache.ts'

const page = (text: string, status = 200): CachedPage => ({
  status,
  headers: [],
  parts: cutAtNonce(Buffer.from(`<script nonce="${noncePlaceholder}">${text}</script>`)),
})

test('a thousand visitors at once cost one rendering, and each gets their own nonce', async () => {
  let rendered = 0
  const cache = createPageCache({ freshMs: 1000, staleMs: 60_000, pagesMax: 10, now: () => 0 })
  const pages = await Promise.all(Array.from({ length: 1000 }, () => cache.get('/a', async () => page(String(++rendered)))))
  expect(rendered).toBe(1)
  expect(String(withNonce(pages[7]!, 'abc'))).toBe('<script nonce="abc">1</script>')
})

test('after a second the old page is answered once more while a new one is rendered', async () => {
  let now = 0
  let rendered = 0
  const cache = createPageCache({ freshMs: 1000, staleMs: 60_000, pagesMax: 10, now: () => now })
  const get = async () => String(withNonce(await cache.get('/a', async () => page(String(++rendered))), ''))
  expect(await get()).toContain('>1<')
  now = 1500
  expect(await get()).toContain('>1<')
  await Promise.resolve()
  expect(await get()).toContain('>2<')
})

test('pages that are not there are not kept, and the oldest page makes room', async () => {
  const cache = createPageCache({ freshMs: 1000, staleMs: 60_000, pagesMax: 2, now: () => 0 })
  await cache.get('/missing', async () => page('', 404))
  for (const path of ['/a', '/b', '/c']) await cache.get(path, async () => page(path))
  expect(cache.size).toBe(2)
})

test('a nonce comes wherever it belongs, also first, last and twice in a row, and nowhere else', () => {
  for (const text of ['', 'N', 'NN', 'aNb', 'NaNNbN', 'سُنبل N', 'none']) {
    const parts = cutAtNonce(Buffer.from(text.replaceAll('N', noncePlaceholder)))
    expect(String(withNonce({ status: 200, headers: [], parts }, 'x1'))).toBe(text.replaceAll('N', 'x1'))
  }
})
