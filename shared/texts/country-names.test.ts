import { expect, test } from 'vitest'
import { countryName } from './country-names.ts'

test('names countries as people call them, and an unknown code by itself', () => {
  expect(['PS', 'GB', 'HK', 'XX'].map((code) => countryName(code, 'en'))).toEqual([
    'Palestine',
    'United Kingdom',
    'Hong Kong',
    'XX',
  ])
  expect(countryName('PS', 'ar')).toBe('فلسطين')
})
