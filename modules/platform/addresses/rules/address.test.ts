import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addressKinds,
  checkAddress,
  checkShippingAddress,
  checkTaxAddress,
  shippingToSend,
  stripAddress,
} from './address.ts'
import { requiredFault, fieldFault, toSummaryFault } from './form.ts'
import { bookKey, distinctAddresses, convertAddress, withConsistentNames } from './saved.ts'
import { formatPostcode, isPostalCode } from './postcode.ts'

const complete = {
  firstName: 'Amina',
  lastName: 'Khan',
  line1: '1 High Street',
  city: 'Sheffield',
  postalCode: 'S19 2BD',
  country: 'GB',
}
const codes = (faults: object) =>
  Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, (fault as { code: string }).code]))
/** The messages of the summary above a form, without duplicates. */
const summaryOf = (faults: object) => [
  ...new Set(Object.values(faults).map((fault) => toSummaryFault(fault as { code: string }).code)),
]

test('a complete tax address is valid [S1 §5]', () => {
  expect(checkTaxAddress(complete)).toEqual({})
  expect(checkTaxAddress({ ...complete, country: 'US', postalCode: '94107-1234', state: 'CA' })).toEqual({})
  expect(checkTaxAddress({ ...complete, country: 'ca', postalCode: 'k1a 0b1', state: 'ON' })).toEqual({})
  expect(checkTaxAddress({ ...complete, country: 'AE', postalCode: '' })).toEqual({})
})

test('each missing field of a tax address is reported; the summary has its own message [S1 §5]', () => {
  const faults = checkTaxAddress({ firstName: ' ', country: '' })
  expect(codes(faults)).toEqual({
    firstName: 'first-name-missing',
    lastName: 'last-name-missing',
    line1: 'address-missing',
    city: 'city-missing',
    postalCode: 'postal-code-invalid',
    country: 'country-missing',
  })
  expect(summaryOf(faults)).toEqual([
    'tax-name-missing',
    'tax-address-missing',
    'tax-city-missing',
    'tax-postal-code-missing',
    'country-missing',
  ])
})

test('a state is required in the US and Canada only [S1 §5]', () => {
  for (const country of ['US', 'CA'])
    expect(codes(checkTaxAddress({ ...complete, country })).state).toBe('state-missing')
  expect(codes(checkTaxAddress({ ...complete, country: 'FR', postalCode: '75011' })).state).toBeUndefined()
})

test('a postal code must match its country and is called zip code in the US [S1 §5]', () => {
  expect(codes(checkTaxAddress({ ...complete, country: 'US', state: 'CA' }))).toEqual({
    postalCode: 'zip-code-invalid',
  })
  expect(codes(checkTaxAddress({ ...complete, country: 'CA', state: 'ON', postalCode: '94107' }))).toEqual({
    postalCode: 'postal-code-invalid',
  })
  expect(codes(checkTaxAddress({ ...complete, postalCode: '12345' }))).toEqual({ postalCode: 'postal-code-invalid' })
})

test.each([
  ['s192bd', 'S19 2BD'],
  ['EC1A1BB', 'EC1A 1BB'],
  ['gy11aa', 'GY1 1AA'],
  ['gir0aa', 'GIR 0AA'],
  ['  w1a  0ax ', 'W1A 0AX'],
  ['M1 1AE', 'M1 1AE'],
])('receipts-7: %s is the postcode %s', (typed, postcode) => {
  expect(formatPostcode(typed)).toBe(postcode)
})

test.each(['S19 2B', 'S19 2BDD', '12345', 'AB1 2CI', 'GIR 0AAxyz', '=cmd|x S19 2BD', '', 'QQ1 1AA'])(
  'receipts-7: "%s" is no postcode',
  (typed) => {
    expect(formatPostcode(typed)).toBeUndefined()
  },
)

test('a shipping address needs name, street, city and country, and a state in the US and Canada [S1 §5]', () => {
  expect(codes(checkShippingAddress({}))).toEqual({
    name: 'shipping-fields-missing',
    line1: 'shipping-fields-missing',
    city: 'shipping-fields-missing',
    country: 'shipping-country-missing',
  })
  expect(codes(checkShippingAddress({ name: 'A', line1: 'B', city: 'C', country: 'US' }))).toEqual({
    state: 'shipping-state-missing',
  })
  expect(checkShippingAddress({ name: 'A', line1: 'B', city: 'C', country: 'PK' })).toEqual({})
})

test('empty fields are left out, and a shipping address without country or street is not sent at all [S1 §5] [S2 §5]', () => {
  expect(stripAddress({ line1: ' 1 High Street ', line2: '', city: '  ', country: 'gb', phone: undefined })).toEqual({
    line1: '1 High Street',
    country: 'GB',
  })
  expect(shippingToSend({ line1: 'x' })).toBeUndefined()
  expect(shippingToSend({ country: 'GB' })).toBeUndefined()
  expect(shippingToSend(undefined)).toBeUndefined()
  expect(shippingToSend({ line1: 'x', country: 'GB', city: '' })).toEqual({ line1: 'x', country: 'GB' })
})

test('addresses are listed once per line and place, for allowed countries only [S1 §5]', () => {
  const list = [
    { line1: '1 High Street', country: 'GB' },
    { line1: ' 1 HIGH street', country: 'GB' },
    { line1: '2 Low Road', country: 'US' },
  ]
  expect(distinctAddresses(list)).toEqual([list[0], list[2]])
  expect(distinctAddresses(list, ['US', 'CA'])).toEqual([list[2]])
  const inTowns = [
    { line1: '12 High Street', city: 'London', postalCode: 'E1 6AN', country: 'GB' },
    { line1: '12 High Street', city: 'Leeds', postalCode: 'LS1 1AA', country: 'GB' },
    { line1: '12 high street', city: ' LONDON', postalCode: 'e16an', country: 'gb', state: 'Greater London' },
  ]
  expect(distinctAddresses(inTowns)).toEqual(inTowns.slice(0, 2))
})

test('a state distinguishes addresses if the form has one', () => {
  const springfield = { line1: '1 Main Street', city: 'Springfield', country: 'US' }
  const list = [
    { ...springfield, state: 'IL' },
    { ...springfield, state: 'MA' },
  ]
  expect(distinctAddresses(list)).toEqual(list)
})

test('an empty field shows the generic message, and its own after submitting [S1 §5]', () => {
  expect(fieldFault('tax', 'firstName', {}, false)).toEqual({ code: 'field-required' })
  expect(fieldFault('tax', 'firstName', {}, true)).toEqual({ code: 'first-name-missing' })
  expect(fieldFault('tax', 'postalCode', { ...complete, postalCode: 'x' }, false)).toEqual({
    code: 'postal-code-invalid',
  })
  expect(fieldFault('shipping', 'line2', {}, false)).toBeUndefined()
  expect(requiredFault('tax', 'state', { ...complete, country: 'GB' })).toBeUndefined()
  expect(requiredFault('tax', 'state', { ...complete, country: 'US' })).toEqual({ code: 'field-required' })
})

test('the summary of a shipping form has each message once, in the specification’s order [S1 §5]', () => {
  expect(summaryOf(checkShippingAddress({}))).toEqual(['shipping-fields-missing', 'shipping-country-missing'])
  expect(summaryOf(checkShippingAddress({ name: 'A', line1: 'B', city: 'C', country: 'CA' }))).toEqual([
    'shipping-state-missing',
  ])
  expect(summaryOf(checkTaxAddress({ ...complete, city: '' }))).toEqual(['tax-city-missing'])
})

test('a full name is split for a tax form, and parts are joined for others', () => {
  expect(convertAddress('tax', { name: 'Amina bint Yusuf' })).toMatchObject({
    firstName: 'Amina bint',
    lastName: 'Yusuf',
  })
  expect(convertAddress('tax', { name: 'Amina' })).toMatchObject({ firstName: 'Amina', lastName: '' })
  expect(convertAddress('tax', { name: 'X', firstName: 'Amina' })).toEqual({ name: 'X', firstName: 'Amina' })
  expect(convertAddress('shipping', { firstName: 'Amina', lastName: 'Khan' })).toMatchObject({ name: 'Amina Khan' })
})

test('a name changed in one form replaces the other form’s name', () => {
  const both = { firstName: 'Amina', lastName: 'Khan', name: 'Amina Khan', line1: 'x' }
  expect(withConsistentNames('shipping', both)).toEqual(both)
  expect(withConsistentNames('shipping', { ...both, name: 'Bilal Khan' })).toEqual({ name: 'Bilal Khan', line1: 'x' })
  expect(withConsistentNames('tax', { ...both, firstName: 'Bilal' })).toEqual({
    firstName: 'Bilal',
    lastName: 'Khan',
    line1: 'x',
  })
  expect(withConsistentNames('tax', { name: 'Amina' })).toEqual({ name: 'Amina' })
})

test.each([
  ['DE', '10115', true],
  ['DE', 'D-10115', true],
  ['DE', '1011', false],
  ['NL', '1012ab', true],
  ['SE', '114 55', true],
  ['PT', '1000-205', true],
  ['IE', 'D02 AF30', true],
  ['IE', '1', false],
  ['PK', '٧٤٠٠٠', true],
  ['SA', '12271-4567', true],
  ['AE', '', true],
  ['HK', '', true],
  ['FR', '', false],
  ['IE', '', true],
  ['GY', '', true],
  ['SR', '', true],
  ['BW', '', true],
  ['LY', '', true],
  ['SS', '', true],
  ['PK', '', true],
  ['PK', '740', false],
  ['PE', '', true],
  ['GB', '', false],
  ['US', '', false],
  ['CA', '', false],
  ['MA', '', false],
  ['BD', '1207', true],
  ['JP', '100-0001', true],
] as const)('in %s "%s" is a postal code: %s', (country, code, is) => {
  expect(isPostalCode(code, country)).toBe(is)
})

const typed = fc.record(
  Object.fromEntries(
    ['firstName', 'lastName', 'name', 'line1', 'line2', 'city', 'state', 'postalCode', 'phone'].map((field) => [
      field,
      fc.oneof(
        fc.string({ maxLength: 12 }),
        fc.constantFrom('', ' ', ' 1 High  Street', '1 HIGH street ', '٧٤٠٠٠', 'ＡＢ'),
      ),
    ]),
  ),
  { requiredKeys: [] },
)
const anyDraft = fc
  .tuple(typed, fc.constantFrom('GB', 'us', 'CA ', 'AE', 'PK', '', 'ZZ'))
  .map(([draft, country]) => ({ ...draft, country }))

test('stripping is idempotent and leaves no empty fields', () => {
  fc.assert(
    fc.property(anyDraft, (draft) => {
      const once = stripAddress(draft)
      expect(stripAddress(once)).toEqual(once)
      for (const value of Object.values(once)) expect(value!.trim()).toBe(value)
      expect(Object.values(once)).not.toContain('')
    }),
  )
})

test('validity of a draft does not depend on blanks, case or the order of typing', () => {
  fc.assert(
    fc.property(anyDraft, fc.constantFrom(...addressKinds), (draft, kind) => {
      expect(checkAddress(kind, stripAddress(draft))).toEqual(checkAddress(kind, draft))
      const faults = checkAddress(kind, draft)
      // A state is required in the US and Canada, whatever other errors there are, and in no other country.
      const country = draft.country.trim().toUpperCase()
      expect('state' in faults).toBe(
        (country === 'US' || country === 'CA') && !(draft as { state?: string }).state?.trim(),
      )
      if (kind !== 'tax')
        expect((['firstName', 'lastName', 'postalCode'] as const).some((field) => field in faults)).toBe(false)
      expect(summaryOf(faults).length > 0).toBe(Object.keys(faults).length > 0)
    }),
  )
})

test('distinct addresses keep their order, one per line and place; repeating changes nothing', () => {
  fc.assert(
    fc.property(
      fc.array(anyDraft, { maxLength: 12 }),
      fc.option(fc.constantFrom<string[]>(['GB'], ['US', 'CA'], []), { nil: undefined }),
      (list, allowed) => {
        const distinct = distinctAddresses(list, allowed)
        expect(distinctAddresses(distinct, allowed)).toEqual(distinct)
        expect(new Set(distinct.map(bookKey)).size).toBe(distinct.length)
        expect(list.filter((item) => distinct.includes(item))).toEqual(distinct)
        const permitted = list.filter((item) => !allowed || allowed.includes(item.country.trim().toUpperCase()))
        expect(new Set(distinct.map(bookKey))).toEqual(new Set(permitted.map(bookKey)))
      },
    ),
  )
})

test('an address converted to another kind and back keeps its place', () => {
  fc.assert(
    fc.property(anyDraft, fc.constantFrom(...addressKinds), (draft, kind) => {
      const { line1, city, country } = stripAddress(draft)
      expect(stripAddress(convertAddress(kind, draft))).toMatchObject(
        JSON.parse(JSON.stringify({ line1, city, country })),
      )
    }),
  )
})
