import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tidyName } from './profile.ts'

test('a name from elsewhere is one visible line that no spreadsheet runs', () => {
  expect(tidyName('  Amina\n\u202e Yusuf\u0000 ')).toBe('Amina Yusuf')
  expect(tidyName('=HYPERLINK("http://evil")')).toBe('HYPERLINK("http://evil")')
  expect(tidyName('م'.repeat(100))).toHaveLength(60)
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (said) => !/^[\s=+@-]|[\p{Cc}\p{Cs}]/u.test(tidyName(said))))
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (said) => tidyName(tidyName(said)) === tidyName(said)))
})
