import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adaptProviderName } from './profile.ts'

test('a provider’s name becomes one visible line and no spreadsheet formula', () => {
  expect(adaptProviderName('  Amina\n\u202e Yusuf\u0000 ')).toBe('Amina Yusuf')
  expect(adaptProviderName('=HYPERLINK("http://evil")')).toBe('HYPERLINK("http://evil")')
  expect(adaptProviderName('م'.repeat(100))).toHaveLength(60)
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => !/^[\s=+@-]|[\p{Cc}\p{Cs}]/u.test(adaptProviderName(text))),
  )
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      (text) => adaptProviderName(adaptProviderName(text)) === adaptProviderName(text),
    ),
  )
})
