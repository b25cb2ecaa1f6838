import { expect, test } from 'vitest'
import { getOrInsert, zip } from './collections.ts'

test('pairs the items of two lists by their place', () => {
  expect(zip(['a', 'b'], [1, 2])).toEqual([
    ['a', 1],
    ['b', 2],
  ])
})

test('refuses to pair lists of different lengths', () => {
  expect(() => zip(['a'], [])).toThrow('lists of 1 and 0 items cannot be paired')
})

test('creates the value of a key once', () => {
  const cache = new Map<string, { readonly made: number }>()
  const first = getOrInsert(cache, 'a', () => ({ made: 1 }))
  expect(getOrInsert(cache, 'a', () => ({ made: 2 }))).toBe(first)
})
