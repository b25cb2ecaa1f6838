import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withQuery } from './with-query.ts'

test.each([
  ['/v4/basket', '/v4/basket?gift=1'],
  ['/scheduled-giving/manage?token=a.b', '/scheduled-giving/manage?token=a.b&gift=1'],
  ['/organize/1/edit/picture?as=gallery#pictures', '/organize/1/edit/picture?as=gallery&gift=1#pictures'],
  ['https://give.example/thanks#top', 'https://give.example/thanks?gift=1#top'],
  ['/v4/checkout/wells?gift=0', '/v4/checkout/wells?gift=1'],
  ['', '?gift=1'],
])('%j with a parameter is %j', (address, expected) => {
  expect(withQuery(address, { gift: '1' })).toBe(expected)
})

const text = fc.string({ maxLength: 8 })
const addresses = fc
  .record({ pairs: fc.array(fc.tuple(text, text), { maxLength: 3 }), fragment: fc.constantFrom('', '#part', '#a?b=c') })
  .map(({ pairs, fragment }) => `https://give.example/thanks?${new URLSearchParams(pairs).toString()}${fragment}`)

test('an added parameter is read as it was given, and nothing else changes', () => {
  fc.assert(
    fc.property(addresses, text, (address, value) => {
      const [before, after] = [new URL(address), new URL(withQuery(address, { 'a&b': value }))]
      expect(after.searchParams.get('a&b')).toBe(value)
      for (const { searchParams } of [before, after]) searchParams.delete('a&b')
      expect([...after.searchParams]).toEqual([...before.searchParams])
      expect([after.pathname, after.hash]).toEqual([before.pathname, before.hash])
    }),
  )
})
