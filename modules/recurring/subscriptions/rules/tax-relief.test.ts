import { expect, test } from 'vitest'
import { taxReliefOf } from './tax-relief.ts'

const london = {
  firstName: 'Amina',
  lastName: 'Khan',
  line1: '1 Mill Road',
  city: 'London',
  postalCode: 'N1 9GU',
  country: 'GB',
}
const chicago = {
  firstName: 'Amina',
  lastName: 'Khan',
  line1: '1 Lake Street',
  city: 'Chicago',
  state: 'IL',
  postalCode: '60601',
  country: 'US',
}
const agreed = { giftAid: true, taxReceipt: true, country: null, taxAddress: london }
const charity = { giftAid: true, taxReceiptCountries: ['US', 'CA'] }
const none = { giftAid: false, taxReceipt: false }

test('gives Gift Aid to a donor in Britain and a tax receipt in the US if the charity offers it', () => {
  expect(taxReliefOf(agreed, charity)).toEqual({ giftAid: true, taxReceipt: false })
  expect(taxReliefOf({ ...agreed, taxAddress: chicago }, charity)).toEqual({ giftAid: false, taxReceipt: true })
  expect(taxReliefOf(agreed, { ...charity, giftAid: false })).toEqual(none)
  expect(taxReliefOf({ ...agreed, taxAddress: chicago }, { ...charity, taxReceiptCountries: ['CA'] })).toEqual(none)
})

test('the donor’s country counts as well as the tax address', () => {
  expect(taxReliefOf({ ...agreed, country: 'GB', taxAddress: chicago }, charity)).toEqual({
    giftAid: true,
    taxReceipt: true,
  })
})

test('claims nothing that the donor did not agree to', () => {
  expect(taxReliefOf({ ...agreed, giftAid: false, country: 'US' }, charity)).toEqual({
    giftAid: false,
    taxReceipt: true,
  })
  expect(taxReliefOf({ ...agreed, taxReceipt: false, country: 'US' }, charity)).toEqual({
    giftAid: true,
    taxReceipt: false,
  })
})

test('claims nothing without a complete tax address', () => {
  expect(taxReliefOf({ ...agreed, country: 'GB', taxAddress: null }, charity)).toEqual(none)
  expect(taxReliefOf({ ...agreed, country: 'GB', taxAddress: { ...london, city: '' } }, charity)).toEqual(none)
})
