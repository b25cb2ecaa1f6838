import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkPersonName, firstNameOf, normalizeName, splitName } from './name.ts'

test('a first name is required and a last name is optional', () => {
  expect(checkPersonName('  ', 'first')).toEqual({ code: 'first-name-missing' })
  expect(checkPersonName('  ', 'last')).toBeUndefined()
  expect(checkPersonName('Āminah', 'first')).toBeUndefined()
  expect(checkPersonName('محمد', 'first')).toBeUndefined()
})

test('a spreadsheet formula is refused as a name, other code is accepted [security-11]', () => {
  expect(checkPersonName('=HYPERLINK("http://evil")', 'last')).toEqual({ code: 'name-invalid' })
  expect(checkPersonName('O:8:"stdClass":0:{}', 'first')).toBeUndefined()
  expect(checkPersonName('{"__proto__":{}}', 'first')).toBeUndefined()
})

test('a name has at most sixty characters', () => {
  expect(checkPersonName('a'.repeat(61), 'first')).toMatchObject({ code: 'text-too-long', params: { max: 60 } })
  expect(checkPersonName('🌾'.repeat(60), 'first')).toBeUndefined()
})

test('a whole name is split into its first word and the rest', () => {
  expect(splitName(' Amina  bint Yusuf ')).toEqual({ firstName: 'Amina', lastName: 'bint Yusuf' })
  expect(splitName('Bilal')).toEqual({ firstName: 'Bilal', lastName: '' })
})

test.each([
  ['Amina Yusuf', 'Amina'],
  ['Abdul Karim Yusuf', 'Abdul Karim'],
  ['Abd al Rahman Haddad', 'Abd al Rahman'],
  ['Umm Kulthum', 'Umm Kulthum'],
  ['Abu', 'Abu'],
  ['Abdullah Khan', 'Abdullah'],
  ['عبد الله حسن', 'عبد الله'],
  ['أبو بكر', 'أبو بكر'],
  ['', ''],
])('greets “%s” as “%s”', (whole, firstName) => {
  expect(firstNameOf(whole)).toBe(firstName)
  expect(splitName(whole).firstName).toBe(firstName)
})

test('the parts of any whole name are valid names', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary', maxLength: 150 }), fc.stringMatching(/^[=+@ -]*[a-z]*( [=+@-][a-z]+)*$/)),
      (whole) => {
        const { firstName, lastName } = splitName(whole)
        if (firstName !== '') expect(checkPersonName(firstName, 'first')).toBeUndefined()
        expect(checkPersonName(lastName, 'last')).toBeUndefined()
      },
    ),
  )
})

test('a normalized name is one line, and normalizing is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
      const name = normalizeName(text)
      expect(name).not.toMatch(/[\p{Cc}\u202e\n]/u)
      expect(normalizeName(name)).toBe(name)
    }),
  )
})
