import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { dayMs } from '#shared/time.ts'
import { needsReminder, linkUntil, maskAddress, reliefsOf, type TaxData } from './tax-address.ts'

const makeData = (over: Partial<TaxData> = {}): TaxData => ({
  campaign: { giftAid: true, taxReceiptCountries: [] },
  country: 'GB',
  giftAid: false,
  isBenefitSmall: true,
  taxReceipt: false,
  address: null,
  givenOn: localDate('2026-11-20'),
  ...over,
})
const home = {
  firstName: 'Amina',
  lastName: 'Khan',
  line1: '1 King Street',
  city: 'Leeds',
  postalCode: 'LS1 1AA',
  country: 'GB',
}
const now = { today: localDate('2026-11-21'), canAskAgain: false }
const receipting = (country: string, over: Partial<TaxData> = {}) =>
  makeData({ campaign: { giftAid: false, taxReceiptCountries: [country] }, country, taxReceipt: true, ...over })

test('an address brings Gift Aid if charity and country permit it, until it is declared [receipts-15]', () => {
  expect(reliefsOf(makeData(), now)).toEqual(['gift-aid'])
  expect(reliefsOf(makeData({ giftAid: true, address: home }), now)).toEqual([])
  expect(reliefsOf(makeData({ campaign: { giftAid: false, taxReceiptCountries: [] } }), now)).toEqual([])
  expect(reliefsOf(makeData({ isBenefitSmall: false }), now)).toEqual([])
  expect(reliefsOf(makeData({ country: 'TR' }), now)).toEqual([])
  expect(reliefsOf(makeData({ country: 'TR' }), { ...now, country: 'GB' })).toEqual(['gift-aid'])
})

test.each([
  ['2031-04-05', ['gift-aid']],
  ['2031-04-06', []],
])('for a gift of November 2026, Gift Aid on %s: %j [receipts-15]', (today, reliefs) => {
  expect(reliefsOf(makeData(), { ...now, today: localDate(today) })).toEqual(reliefs)
})

test('an address brings a requested tax receipt, and an account can still request one [receipts-15]', () => {
  for (const country of ['US', 'CA']) {
    expect(reliefsOf(receipting(country), now)).toEqual(['tax-receipt'])
    expect(reliefsOf(receipting(country, { address: { ...home, country } }), now)).toEqual([])
    expect(reliefsOf(receipting(country, { taxReceipt: false }), now)).toEqual([])
    expect(reliefsOf(receipting(country, { taxReceipt: false }), { ...now, canAskAgain: true })).toEqual([
      'tax-receipt',
    ])
  }
  expect(reliefsOf(receipting('CA', { country: 'US' }), now)).toEqual([])
})

test('a donor is reminded of Gift Aid and of a Canadian receipt, never of a US one [receipts-16]', () => {
  const awaited = (taxData: TaxData, isGiftAidRequested = false) => needsReminder({ ...taxData, isGiftAidRequested })
  expect([awaited(makeData()), awaited(makeData(), true)]).toEqual([false, true])
  expect([awaited(receipting('US')), awaited(receipting('CA'))]).toEqual([false, true])
  expect([
    awaited(receipting('CA', { taxReceipt: false })),
    awaited(receipting('CA', { address: { ...home, country: 'CA' } })),
  ]).toEqual([false, false])
})

test.each([
  ['2026-11-20T12:00:00Z', 'Europe/London', '2026-12-20T12:00:00.000Z'],
  ['2026-12-01T12:00:00Z', 'Europe/London', '2027-01-31T23:59:59.000Z'],
  ['2026-12-31T23:30:00Z', 'Europe/London', '2027-01-31T23:59:59.000Z'],
  ['2027-01-01T03:00:00Z', 'America/Toronto', '2027-02-01T04:59:59.000Z'],
  ['2027-01-01T06:00:00Z', 'America/Toronto', '2027-01-31T06:00:00.000Z'],
])('the link of a gift of %s in %s works until %s [receipts-15]', (givenAt, zone, until) => {
  expect(linkUntil(new Date(givenAt), zone).toISOString()).toBe(until)
})

test('a link is valid for 30 to 62 days', () => {
  const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(
      instants,
      fc.constantFrom('Europe/London', 'America/Vancouver', 'Pacific/Auckland'),
      (givenAt, zone) => {
        const days = (linkUntil(givenAt, zone).getTime() - givenAt.getTime()) / dayMs
        expect(days).toBeGreaterThanOrEqual(30)
        expect(days).toBeLessThan(63)
      },
    ),
  )
})

test.each([
  ['GB', 'SW1A 1AA', 'SW1A •••'],
  ['GB', 'ls11aa', 'ls1 •••'],
  ['CA', 'M5V 2T6', 'M5 •••'],
  ['US', '10001', '10 •••'],
  ['AE', '', '•••'],
])('an address in %s with the postcode "%s" is shown as %s', (country, postalCode, shown) => {
  expect(maskAddress({ country, postalCode })).toBe(shown)
})
