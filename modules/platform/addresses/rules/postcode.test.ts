import { expect, test } from 'vitest'
import { formatPostcode, isPostalCode } from './postcode.ts'

test.each([
  ['sw1a1aa', 'SW1A 1AA'],
  [' m1  1ae ', 'M1 1AE'],
  ['gir0aa', 'GIR 0AA'],
  ['EC1A 1BB', 'EC1A 1BB'],
  ['W1A 0AX', 'W1A 0AX'],
  ['CR2 6XH', 'CR2 6XH'],
  ['DN55 1PT', 'DN55 1PT'],
])('writes the British postcode %s as HMRC does', (typed, written) => {
  expect(formatPostcode(typed)).toBe(written)
  expect(isPostalCode(typed, 'GB')).toBe(true)
})

test.each(['SW1A', 'SW1A 1A', 'SW1A 1AAA', 'XSW1A 1AA', 'QA1 1AA', 'M1 1CE', 'GIR 0AB', '12345'])(
  '%s is no British postcode',
  (typed) => {
    expect(formatPostcode(typed)).toBeUndefined()
    expect(isPostalCode(typed, 'GB')).toBe(false)
  },
)

test.each([
  ['DE', ' 10115 '],
  ['DE', 'D-10115'],
  ['DE', 'd 10115'],
  ['DE', '10 115'],
  ['LV', 'LV-1010'],
  ['SA', '12345'],
  ['SA', '12345-6789'],
  ['EG', '٣٣١١١'],
  ['US', '10115'],
  ['US', '10115-1234'],
  ['US', '101151234'],
  ['CA', 'K1A 0B1'],
  ['CA', 'k1a0b1'],
  ['NL', '1012 AB'],
  ['IE', 'D02 X285'],
  ['AE', '00000'],
  ['AE', 'n/a'],
  ['AE', '—'],
  ['HK', 'none (here)!'],
  ['IS', '101'],
  [undefined, 'AB-12 9'],
])('in %s, %s is a postal code', (country, code) => {
  expect(isPostalCode(code, country)).toBe(true)
})

test.each([
  ['DE', '1011'],
  ['DE', '101155'],
  ['DE', 'A0115'],
  ['DE', '1011A'],
  ['DE', '1D-0115'],
  ['DE', 'DEU-10115'],
  ['DE', 'D-'],
  ['SA', '1234'],
  ['US', '1011'],
  ['US', '10115-12'],
  ['US', 'x10115'],
  ['US', '10115x'],
  ['CA', 'K1A 0B'],
  ['CA', 'Z1A 0B1'],
  ['NL', '1012 A'],
  ['IE', 'D02 X28'],
  ['AE', 'none (there)!'],
  ['IS', 'n/a'],
  ['IS', '1'],
  ['IS', '1234567890123'],
  [undefined, ''],
  [undefined, 'n/a'],
])('in %s, %s is no postal code', (country, code) => {
  expect(isPostalCode(code, country)).toBe(false)
})

test.each(['GB', 'US', 'CA', 'NL', 'DE', 'PT', 'JP', 'BR', 'IN'])('an address in %s needs a postal code', (country) => {
  expect(isPostalCode(' ', country)).toBe(false)
})
test.each(['IE', 'PK', 'SA', 'NG', 'CL', 'AE', 'SD', 'IS'])('an address in %s may have none', (country) => {
  expect(isPostalCode('', country)).toBe(true)
})
