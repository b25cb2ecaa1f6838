import fc from 'fast-check'
import { expect, test } from 'vitest'
import { borrowedName } from './profile.ts'

test('a name from a provider becomes one visible line that no spreadsheet runs', () => {
  expect(borrowedName('  Amina\n\u202e Yusuf\u0000 ')).toBe('Amina Yusuf')
  expect(borrowedName('=HYPERLINK("http://evil")')).toBe('HYPERLINK("http://evil")')
  expect(borrowedName('م'.repeat(100))).toHaveLength(60)
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (said) => !/^[\s=+@-]|[\p{Cc}\p{Cs}]/u.test(borrowedName(said))))
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (said) => borrowedName(borrowedName(said)) === borrowedName(said)),
  )
})
