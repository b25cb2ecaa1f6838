import { expect, test } from 'vitest'
import { checkShippingAddress, checkTaxAddress, distinctAddresses, shippingToSend, stripAddress, taxAddressSummary } from './address.ts'
import { formatPostcode } from './postcode.ts'

const complete = { firstName: 'Amina', lastName: 'Khan', line1: '1 High Street', city: 'Sheffield', postalCode: 'S19 2BD', country: 'GB' }
const codes = (faults: object) => Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, (fault as { code: string }).code]))

test('a complete tax address has nothing wrong with it [S1 §5]', () => {
  expect(checkTaxAddress(complete)).toEqual({})
  expect(checkTaxAddress({ ...complete, country: 'US', postalCode: '94107-1234', state: 'CA' })).toEqual({})
  expect(checkTaxAddress({ ...complete, country: 'ca', postalCode: 'k1a 0b1', state: 'ON' })).toEqual({})
  expect(checkTaxAddress({ ...complete, country: 'AE', postalCode: '' })).toEqual({})
})

test('each missing field of a tax address is named, and the summary says it in its own words [S1 §5]', () => {
  const faults = checkTaxAddress({ firstName: ' ', country: '' })
  expect(codes(faults)).toEqual({
    firstName: 'first-name-missing',
    lastName: 'last-name-missing',
    line1: 'address-missing',
    city: 'city-missing',
    postalCode: 'postal-code-invalid',
    country: 'country-missing',
  })
  expect(taxAddressSummary(faults).map(({ code }) => code)).toEqual([
    'tax-name-missing',
    'tax-address-missing',
    'tax-city-missing',
    'tax-postal-code-missing',
    'country-missing',
  ])
  expect(taxAddressSummary({})).toEqual([])
})

test('a state is asked for in the US and Canada only [S1 §5]', () => {
  for (const country of ['US', 'CA']) expect(codes(checkTaxAddress({ ...complete, country })).state).toBe('state-missing')
  expect(codes(checkTaxAddress({ ...complete, country: 'FR', postalCode: '75011' })).state).toBeUndefined()
})

test('a postal code is one of its own country, and is a zip code in the US [S1 §5]', () => {
  expect(codes(checkTaxAddress({ ...complete, country: 'US', state: 'CA' }))).toEqual({ postalCode: 'zip-code-invalid' })
  expect(codes(checkTaxAddress({ ...complete, country: 'CA', state: 'ON', postalCode: '94107' }))).toEqual({ postalCode: 'postal-code-invalid' })
  expect(codes(checkTaxAddress({ ...complete, postalCode: '12345' }))).toEqual({ postalCode: 'postal-code-invalid' })
})

test.each([
  ['s192bd', 'S19 2BD'],
  ['EC1A1BB', 'EC1A 1BB'],
  ['gy11aa', 'GY1 1AA'],
  ['gir0aa', 'GIR 0AA'],
  ['  w1a  0ax ', 'W1A 0AX'],
  ['M1 1AE', 'M1 1AE'],
])('V59: %s is the postcode %s', (typed, postcode) => {
  expect(formatPostcode(typed)).toBe(postcode)
})

test.each(['S19 2B', 'S19 2BDD', '12345', 'AB1 2CI', 'GIR 0AAxyz', '=cmd|x S19 2BD', '', 'QQ1 1AA'])('V60: "%s" is no postcode', (typed) => {
  expect(formatPostcode(typed)).toBeUndefined()
})

test('a shipping address needs name, street, city and country, and a state in the US and Canada [S1 §5]', () => {
  expect(codes(checkShippingAddress({}))).toEqual({
    name: 'shipping-fields-missing',
    line1: 'shipping-fields-missing',
    city: 'shipping-fields-missing',
    country: 'shipping-country-missing',
  })
  expect(codes(checkShippingAddress({ name: 'A', line1: 'B', city: 'C', country: 'US' }))).toEqual({ state: 'shipping-state-missing' })
  expect(checkShippingAddress({ name: 'A', line1: 'B', city: 'C', country: 'PK' })).toEqual({})
})

test('empty fields are left out, and a shipping address without country or street is not sent at all [S1 §5] [S2 §5]', () => {
  expect(stripAddress({ line1: ' 1 High Street ', line2: '', city: '  ', country: 'gb', phone: undefined })).toEqual({ line1: '1 High Street', country: 'GB' })
  expect(shippingToSend({ line1: 'x' })).toBeUndefined()
  expect(shippingToSend({ country: 'GB' })).toBeUndefined()
  expect(shippingToSend(undefined)).toBeUndefined()
  expect(shippingToSend({ line1: 'x', country: 'GB', city: '' })).toEqual({ line1: 'x', country: 'GB' })
})

test('addresses are shown once per line, and only those of allowed countries [S1 §5]', () => {
  const list = [
    { line1: '1 High Street', country: 'GB' },
    { line1: ' 1 HIGH street', country: 'GB' },
    { line1: '2 Low Road', country: 'US' },
  ]
  expect(distinctAddresses(list)).toEqual([list[0], list[2]])
  expect(distinctAddresses(list, ['US', 'CA'])).toEqual([list[2]])
})
