import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkPhone } from './phone.ts'

test.each([
  ['accounts-9', '', 'phone-missing'],
  ['accounts-9', '+', 'phone-missing'],
  ['accounts-9', '+44', 'phone-missing'],
  ['accounts-9', '   ', 'phone-missing'],
  ['accounts-9', '447123456789', 'phone-without-plus'],
  ['accounts-9', '+44 7123456789', 'phone-other-characters'],
  ['accounts-9', '+1-415-5552671', 'phone-other-characters'],
  ['accounts-9', '+12345', 'phone-too-short'],
  ['accounts-9', '+1234567890123456', 'phone-too-long'],
  ['accounts-9', '+0123456789', 'phone-country-zero'],
  ['accounts-9', '+1234567890', 'phone-invalid'],
  ['accounts-9', '+15555555555', 'phone-invalid'],
  ['accounts-9', '+99912345678', 'phone-invalid'],
  ['accounts-9', '+20100123456', 'phone-invalid'],
])('%s: "%s" is refused as %s [S2 §5]', (_, text, code) => {
  expect(checkPhone(text)).toEqual({ code })
})

test.each([
  '+12345678901',
  '+447123456789',
  '+966512345678',
  '+96550012345',
  '+923001234567',
  '+201001234567',
  '+6281234567890',
])('accounts-9: %s is a phone number [S2 §5]', (text) => {
  expect(checkPhone(text)).toBeUndefined()
})

test('seven digits are required after the country code, whatever its length', () => {
  expect(checkPhone('+966123456')).toEqual({ code: 'phone-too-short' })
  expect(checkPhone('+9661234567')).not.toEqual({ code: 'phone-too-short' })
  expect(checkPhone('+44123456')).toEqual({ code: 'phone-too-short' })
  expect(checkPhone('+1123456')).toEqual({ code: 'phone-too-short' })
})

test('digits may be written in Arabic', () => {
  expect(checkPhone('+٩٦٦٥١٢٣٤٥٦٧٨')).toBeUndefined()
})

test('a valid number is a plus and 8 to 15 digits', () => {
  const phone = fc.oneof(
    fc.string(),
    fc.stringMatching(/^\+[0-9]{1,17}$/),
    fc.stringMatching(/^\+(44|1|966|92)[0-9]{6,12}$/),
  )
  fc.assert(
    fc.property(phone, (text) => {
      if (checkPhone(text) === undefined) expect(text).toMatch(/^\+[1-9]\d{7,14}$/)
    }),
    { numRuns: 1000 },
  )
})
