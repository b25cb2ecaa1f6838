import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isUuid, uuidv7 } from './ids.ts'

const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 })
const instant = fc.date({ min: new Date(0), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })

test('an id is a UUID version 7 with its millisecond', () => {
  fc.assert(
    fc.property(instant, bytes, (now, random) => {
      const id = uuidv7(now, random)
      expect(isUuid(id)).toBe(true)
      expect(id[14]).toBe('7')
      expect('89ab').toContain(id[19])
      expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(now.getTime())
    }),
  )
})

test('ids sort by creation time', () => {
  fc.assert(
    fc.property(
      instant,
      bytes,
      bytes,
      (now, a, b) => void expect(uuidv7(now, a) < uuidv7(new Date(now.getTime() + 1), b)).toBe(true),
    ),
  )
})

test('the example of RFC 9562', () => {
  const random = Uint8Array.from([0x0c, 0xc3, 0x18, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f])
  expect(uuidv7(new Date(0x017f22e279b0), random)).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')
})

test('the caller’s random bytes are not changed, and too few are refused', () => {
  const random = new Uint8Array(16).fill(255)
  uuidv7(new Date(0), random)
  expect(random.every((byte) => byte === 255)).toBe(true)
  expect(() => uuidv7(new Date(0), new Uint8Array(9))).toThrow(RangeError)
  for (const text of ['', 'abc', '017f22e2-79b0-7cc3-98c4-dc0c0c07398', '017f22e2-79b0-7cc3-98c4-dc0c0c07398f; drop'])
    expect(isUuid(text)).toBe(false)
})
