import { expect, test } from 'vitest'
import { checkAddress, checkShippingAddress, checkTaxAddress, isAddressStarted, stripAddress } from './address.ts'

test('only postal code and phone number are stored with digits 0-9 [amounts-17]', () => {
  expect(
    stripAddress({
      name: ' عمر ٢ ',
      line1: ' ١٢ شارع النيل ',
      city: ' ＡＢ ',
      state: ' pb ',
      postalCode: ' ٧٤٠٠٠\u200e ',
      country: ' pk ',
      phone: ' \u202a＋٩٢ ３００\u00ad １２３\u202c ',
    }),
  ).toEqual({
    name: 'عمر ٢',
    line1: '١٢ شارع النيل',
    city: 'ＡＢ',
    state: 'pb',
    postalCode: '74000',
    country: 'PK',
    phone: '+92 300 123',
  })
})

test.each(['line1', 'line2', 'city', 'postalCode'] as const)('an address with only its %s is started', (field) => {
  expect(isAddressStarted({ [field]: ' x ' })).toBe(true)
  expect(isAddressStarted({ [field]: ' ' })).toBe(false)
})

test('an address with names and a country, which may be prefilled, is not started', () => {
  const prefilled = { firstName: 'Amina', lastName: 'Khan', name: 'Amina Khan', country: 'GB', phone: '07123' }
  expect(isAddressStarted(prefilled)).toBe(false)
  expect(isAddressStarted({})).toBe(false)
})

test.each(['GBR', 'G', 'G1', '1GB', 'United Kingdom', ''])(
  '%j is no country, whatever the address is for',
  (country) => {
    const address = { firstName: 'A', lastName: 'B', name: 'A B', line1: '1 High Street', city: 'Leeds', country }
    expect(checkTaxAddress({ ...address, postalCode: '12345' })).toMatchObject({ country: { code: 'country-missing' } })
    expect(checkShippingAddress(address)).toEqual({ country: { code: 'shipping-country-missing' } })
  },
)

test('an address for a card is checked like an address for goods', () => {
  const missing = { code: 'shipping-fields-missing' }
  expect(checkAddress('billing', { country: 'GB' })).toEqual({ name: missing, line1: missing, city: missing })
  expect(checkAddress('shipping', { country: 'GB' })).toEqual({ name: missing, line1: missing, city: missing })
  expect(checkAddress('tax', { country: 'GB' })).not.toHaveProperty('name')
})
