import { expect, test } from 'vitest'
import { sharedAddressOf } from './shared-address.ts'

test('parameters that don’t change a page aren’t in its cache address', () => {
  expect(sharedAddressOf('/v4/campaign/water?fbclid=IwAR0x&email=amina%40example.org')).toBe('/v4/campaign/water')
  expect(sharedAddressOf('/v4?utm_source=mail')).toBe('/v4')
  expect(sharedAddressOf('/v4/campaign/water?utm_source=a&donors=top&src=poster')).toBe(
    '/v4/campaign/water?src=poster&donors=top',
  )
})

test('a value that contains encoded parameters stays one value', () => {
  const [one, other] = ['/v4/campaign/water?src=a%26code%3DTeam-XYZ', '/v4/campaign/water?src=a&code=Team-XYZ'].map(
    (url) => sharedAddressOf(url),
  )
  expect(one).not.toBe(other)
  expect(new URL(one!, 'http://here').searchParams.get('code')).toBeNull()
})

test('a cursor of the donor list is kept, longer values are not', () => {
  const place = `${'1'.repeat(13)}_${'a'.repeat(36)}_${'9'.repeat(18)}`
  expect(
    new URL(sharedAddressOf(`/v4/campaign/water?before=${place}`)!, 'http://here').searchParams.get('before'),
  ).toBe(place)
  expect(sharedAddressOf(`/v4/campaign/water?src=${'x'.repeat(9000)}`)!.length).toBeLessThan(120)
})

test.each(['/v4/basket', '/v4/discover?q=wells', '/v4/campaign/water/share', '/account'])('%s is not shared', (url) => {
  expect(sharedAddressOf(url)).toBeUndefined()
})

test('charity pages are cached by the parameters that change them; own pages only on own hosts (pages-20)', () => {
  expect(sharedAddressOf('/pages/umeed/winter?utm_source=a&supporters=24&lang=ar&pixel=allow')).toBe(
    '/pages/umeed/winter?supporters=24',
  )
  expect(sharedAddressOf('/organizations/umeed?src=mail&x=1')).toBeUndefined()
  expect(sharedAddressOf('/organizations/umeed?src=mail&x=1', { isTenant: true })).toBe('/organizations/umeed?src=mail')
})
