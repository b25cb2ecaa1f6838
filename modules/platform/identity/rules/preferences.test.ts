import fc from 'fast-check'
import { expect, test } from 'vitest'
import { properties, readProperties } from './preferences.ts'

test('known preferences are read and everything else is ignored [security-13]', () => {
  expect(readProperties({ language: 'ar', theme: 'pink', roles: ['admin'], newsletter: false })).toEqual({
    language: 'ar',
    newsletter: false,
  })
  expect(readProperties(JSON.parse('{"__proto__":{"language":"ar"},"constructor":{}}'))).toEqual({})
  expect(readProperties(null)).toEqual({})
})

test('only allowed preferences are returned, whatever is stored', () => {
  fc.assert(fc.property(fc.object(), (kept) => Object.keys(readProperties(kept)).every((name) => name in properties)))
})
