import fc from 'fast-check'
import { expect, test } from 'vitest'
import { money, zero } from '#shared/money.ts'
import { checkDonation, type DonationData, type DonationRequest, type LevelData } from './donation.ts'
import { donorFields } from './donor-fields.ts'
import { checkDonor, requireDonor } from './donor.ts'
import { checkFreeText } from './free-text.ts'
import { countriesOf, isGiftAidOffered, canHaveTaxReceipt, isZakatPreselected } from './eligibility.ts'
import { hasCardNumber } from '#shared/input/card-number.ts'

const gbp = (minor: bigint) => money(minor, 'GBP')
const level: LevelData = {
  id: '3',
  amount: gbp(2500n),
  benefit: gbp(0n),
  remaining: null,
  requireNote: false,
  requireEmail: false,
  requireShipping: false,
  requireEmergencyContact: false,
  requireMedical: false,
}
const makeData = (over: Partial<DonationData> = {}): DonationData => ({
  currency: 'GBP',
  minimumDonation: null,
  zakatVerified: true,
  giftAid: true,
  taxReceiptCountries: [],
  tipsEnabled: true,
  levels: [level],
  country: 'GB',
  ...over,
})
const donation = (over: Partial<DonationRequest> = {}): DonationRequest => ({
  amount: gbp(2000n),
  tip: gbp(320n),
  quantity: 1,
  isZakat: false,
  maximizeZakat: false,
  giftAid: false,
  taxReceipt: false,
  ...over,
})
const codes = (donationData: DonationData, request: DonationRequest, options = {}) =>
  Object.fromEntries(
    Object.entries(checkDonation(donationData, request, options)).map(([field, { code }]) => [field, code]),
  )
const address = {
  firstName: 'Amina',
  lastName: 'Khan',
  line1: '1 High Street',
  city: 'Sheffield',
  postalCode: 'S19 2BD',
  country: 'GB',
}
const american = { ...address, country: 'US', state: 'CA', postalCode: '94107' }

test('a plain donation of 20 has no faults', () => {
  expect(checkDonation(makeData(), donation())).toEqual({})
})

test('the amount must be between minimum and maximum, and the message can name them (amounts-11)', () => {
  expect(checkDonation(makeData(), donation({ amount: gbp(99n), tip: zero('GBP') }))).toEqual({
    amount: { code: 'below-minimum', params: { amount: '1', currency: 'GBP' } },
  })
  expect(codes(makeData(), donation({ amount: gbp(0n) }))).toEqual({ amount: 'amount-missing' })
  expect(codes(makeData(), donation({ amount: gbp(-100n) }))).toEqual({ amount: 'amount-missing' })
  expect(codes(makeData(), donation({ amount: gbp(2_500_000n) }))).toEqual({})
  expect(codes(makeData(), donation({ amount: gbp(2_500_001n) }))).toEqual({ amount: 'above-maximum' })
  expect(checkDonation(makeData({ minimumDonation: gbp(550n) }), donation({ amount: gbp(549n) }))).toEqual({
    amount: { code: 'below-minimum', params: { amount: '5.50', currency: 'GBP' } },
  })
})

test('the product of quantity and amount is checked, and the quantity is 1 to 99 [S1 §5]', () => {
  expect(codes(makeData(), donation({ amount: gbp(50n), quantity: 2 }))).toEqual({})
  expect(codes(makeData(), donation({ amount: gbp(100_000n), quantity: 26 }))).toEqual({ amount: 'above-maximum' })
  expect(codes(makeData(), donation({ quantity: 99 }))).toEqual({})
  for (const quantity of [0, -1, 100, 1e9, 1.5, Number.NaN])
    expect(codes(makeData(), donation({ quantity }))).toEqual({ quantity: 'quantity-out-of-range' })
})

test('a tip is never negative or enormous, and needs a campaign with tips enabled (security-14)', () => {
  expect(codes(makeData(), donation({ tip: gbp(-500n) }))).toEqual({ tip: 'amount-invalid' })
  expect(codes(makeData(), donation({ tip: gbp(2_500_001n) }))).toEqual({ tip: 'above-maximum' })
  expect(codes(makeData(), donation({ tip: gbp(2_500_000n) }))).toEqual({})
  expect(codes(makeData({ tipsEnabled: false }), donation({ tip: gbp(1n) }))).toEqual({ tip: 'tips-not-taken' })
  expect(codes(makeData({ tipsEnabled: false }), donation())).toEqual({ tip: 'tips-not-taken' })
  expect(codes(makeData({ tipsEnabled: false }), donation({ tip: zero('GBP') }))).toEqual({})
})

test('a campaign accepts its own currency', () => {
  expect(codes(makeData(), donation({ amount: money(2000n, 'USD'), tip: zero('USD') }))).toEqual({
    currency: 'currency-not-accepted',
  })
  expect(codes(makeData(), donation({ tip: zero('USD') }))).toEqual({ currency: 'currency-not-accepted' })
  expect(checkDonation(makeData(), donation({ amount: money(2000n, 'USD') }))).toEqual({
    currency: { code: 'currency-not-accepted', params: { currency: 'USD' } },
  })
})

test('only verified campaigns take zakat; maximizing others does nothing or, if strict, fails (amounts-4)', () => {
  expect(codes(makeData({ zakatVerified: false }), donation({ isZakat: true }))).toEqual({
    isZakat: 'zakat-not-offered',
  })
  expect(codes(makeData({ zakatVerified: false }), donation())).toEqual({})
  expect(codes(makeData(), donation(), { isStrict: true })).toEqual({})
  expect(codes(makeData(), donation({ maximizeZakat: true }))).toEqual({})
  expect(codes(makeData(), donation({ maximizeZakat: true }), { isStrict: true })).toEqual({
    maximizeZakat: 'maximize-without-zakat',
  })
  expect(codes(makeData(), donation({ isZakat: true, maximizeZakat: true }), { isStrict: true })).toEqual({})
})

test('Gift Aid needs a UK donor, a campaign that supports it and a complete address [S1 §5]', () => {
  expect(codes(makeData(), donation({ giftAid: true, taxAddress: address }))).toEqual({})
  expect(Object.keys(codes(makeData(), donation({ giftAid: true }))).toSorted()).toEqual([
    'taxAddress.city',
    'taxAddress.country',
    'taxAddress.firstName',
    'taxAddress.lastName',
    'taxAddress.line1',
    'taxAddress.postalCode',
  ])
  expect(codes(makeData({ giftAid: false }), donation({ giftAid: true, taxAddress: address }))).toEqual({
    giftAid: 'gift-aid-not-offered',
  })
  expect(codes(makeData({ country: 'US' }), donation({ giftAid: true, taxAddress: american }))).toEqual({
    giftAid: 'gift-aid-not-offered',
  })
  expect(codes(makeData({ country: 'TR' }), donation({ giftAid: true, taxAddress: address }))).toEqual({})
})

test('a level with too large a benefit excludes Gift Aid (receipts-7)', () => {
  const giving = (benefit: bigint) => makeData({ levels: [{ ...level, amount: gbp(10_000n), benefit: gbp(benefit) }] })
  expect(codes(giving(2500n), donation({ levelId: '3', giftAid: true, taxAddress: address }))).toEqual({})
  expect(codes(giving(2501n), donation({ levelId: '3', giftAid: true, taxAddress: address }))).toEqual({
    giftAid: 'gift-aid-benefit-too-large',
  })
})

test('a tax receipt is for the US and Canada, if the campaign’s charity issues one (receipts-8) [S1 §5]', () => {
  const usCampaign = makeData({ currency: 'GBP', taxReceiptCountries: ['US'], country: 'US' })
  expect(codes(usCampaign, donation({ taxReceipt: true, taxAddress: american }))).toEqual({})
  expect(codes({ ...usCampaign, country: 'GB' }, donation({ taxReceipt: true, taxAddress: address }))).toEqual({
    taxReceipt: 'tax-receipt-not-offered',
  })
  expect(codes({ ...usCampaign, country: 'TR' }, donation({ taxReceipt: true, taxAddress: american }))).toEqual({})
  expect(
    codes(
      { ...usCampaign, country: undefined },
      donation({ taxReceipt: true, taxAddress: { ...american, country: 'us' } }),
    ),
  ).toEqual({})
})

test('a US receipt needs no address, a Canadian one does, and a begun address must be complete [receipts-15]', () => {
  const valueOf = (
    country: string,
    taxAddress: object | undefined,
    options: Parameters<typeof checkDonation>[2] = {},
  ) =>
    Object.keys(
      codes(makeData({ taxReceiptCountries: [country], country }), donation({ taxReceipt: true, taxAddress }), options),
    )
  expect([valueOf('US', undefined), valueOf('US', { country: 'US', firstName: 'Amina' })]).toEqual([[], []])
  expect(valueOf('CA', undefined).length).toBeGreaterThan(4)
  expect(valueOf('CA', undefined, { taxAddress: 'later' })).toEqual([])
  expect(valueOf('US', { ...american, city: '' }, { taxAddress: 'later' })).toEqual(['taxAddress.city'])
  expect(
    codes(makeData(), donation({ giftAid: true, taxAddress: { country: 'GB' } }), { taxAddress: 'later' }),
  ).toEqual({})
  expect(codes(makeData({ country: 'US' }), donation({ giftAid: true }), { taxAddress: 'later' })).toEqual({
    giftAid: 'gift-aid-not-offered',
  })
})

test('a spreadsheet formula is refused as a name in a tax address (security-12)', () => {
  const named = (over: Partial<typeof address>) =>
    codes(makeData(), donation({ giftAid: true, taxAddress: { ...address, ...over } }))
  expect(named({ firstName: '=Amina' })).toEqual({ 'taxAddress.firstName': 'name-invalid' })
  expect(named({ lastName: '+Khan' })).toEqual({ 'taxAddress.lastName': 'name-invalid' })
})

test('for a level without an amount the typed one is checked', () => {
  const open = makeData({ levels: [{ ...level, amount: gbp(0n), benefit: gbp(600n) }] })
  expect(codes(open, donation({ levelId: '3', amount: gbp(50n) }))).toEqual({ amount: 'below-minimum' })
  expect(codes(open, donation({ levelId: '3', amount: gbp(2000n), giftAid: true, taxAddress: address }))).toEqual({
    giftAid: 'gift-aid-benefit-too-large',
  })
  expect(codes(open, donation({ levelId: '3', amount: gbp(2400n), giftAid: true, taxAddress: address }))).toEqual({})
})

test('tax reliefs depend on the country, and an unknown one has none (receipts-8) [S1 §5]', () => {
  const campaign = { giftAid: true, taxReceiptCountries: ['US', 'GB'] }
  expect(['GB', 'US', 'PK', undefined].map((country) => isGiftAidOffered(country, campaign))).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect(['GB', 'US', 'CA', undefined].map((country) => canHaveTaxReceipt(country, campaign))).toEqual([
    false,
    true,
    false,
    false,
  ])
  expect(['US', 'CA'].map((country) => canHaveTaxReceipt(country, { taxReceiptCountries: ['CA'] }))).toEqual([
    false,
    true,
  ])
  expect(isGiftAidOffered('GB', { giftAid: false })).toBe(false)
})

test('zakat is preselected for three sources [S1 §5]', () => {
  expect(
    ['zakat-home', 'lg_feature_zakat_palestine', 'lg_feature_zakat', 'lg_feature', 'ZAKAT-HOME', '', undefined].map(
      isZakatPreselected,
    ),
  ).toEqual([true, true, true, false, false, false, false])
})

test('a level requires what it asks for and nothing more [S1 §5] [S2 §3]', () => {
  const demanding = makeData({
    levels: [
      {
        ...level,
        requireNote: true,
        requireEmail: true,
        requireShipping: true,
        requireEmergencyContact: true,
        requireMedical: true,
      },
    ],
  })
  expect(codes(demanding, donation())).toEqual({})
  expect(codes(demanding, donation({ levelId: '3' }))).toEqual({
    note: 'note-missing',
    levelEmail: 'email-missing',
    'shippingAddress.name': 'shipping-fields-missing',
    'shippingAddress.line1': 'shipping-fields-missing',
    'shippingAddress.city': 'shipping-fields-missing',
    'shippingAddress.country': 'shipping-country-missing',
    'emergencyContact.name': 'field-required',
    'emergencyContact.phone': 'field-required',
    medicalInformation: 'field-required',
  })
  const complete = donation({
    levelId: '3',
    note: 'For my mother',
    levelEmail: 'a@example.org',
    shippingAddress: { name: 'Amina', line1: '1 High Street', city: 'Sheffield', country: 'GB' },
    emergencyContact: { name: 'Bilal', phone: '+447123456789' },
    medicalInformation: 'None',
  })
  expect(codes(demanding, complete)).toEqual({})
})

test('a level must exist and have enough pieces left', () => {
  expect(codes(makeData(), donation({ levelId: '9' }))).toEqual({ levelId: 'level-not-found' })
  const few = makeData({ levels: [{ ...level, remaining: 2 }] })
  expect([1, 2, 3].map((quantity) => codes(few, donation({ levelId: '3', quantity })))).toEqual([
    {},
    {},
    { quantity: 'level-sold-out' },
  ])
})

test('free text has a maximum length and no card number (payments-19)', () => {
  expect(
    codes(
      makeData(),
      donation({ note: 'x'.repeat(1001), customName: 'y'.repeat(81), location: 'z'.repeat(81), name: 'n'.repeat(121) }),
    ),
  ).toEqual({
    note: 'text-too-long',
    customName: 'text-too-long',
    location: 'text-too-long',
    name: 'text-too-long',
  })
  expect(codes(makeData(), donation({ note: 'my card is 4242 4242 4242 4242 thanks' }))).toEqual({
    note: 'card-number-in-text',
  })
  expect(codes(makeData(), donation({ customName: '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢' }))).toEqual({ customName: 'card-number-in-text' })
  expect(codes(makeData(), donation({ name: '=HYPERLINK("http://evil")' }))).toEqual({ name: 'name-invalid' })
  expect(codes(makeData(), donation({ name: 'O’Brien-Khan', note: 'O:8:"stdClass":0:{}', email: 'unknown' }))).toEqual({
    email: 'email-invalid',
  })
})

test.each(['378282246310005', '5555-5555-5555-4444', '4000 0000 0000 9995'])(
  '%s is detected as a card number',
  (text) => {
    expect(hasCardNumber(`a ${text} b`)).toBe(true)
  },
)

test.each([
  '4242 4242 4242 4241',
  '+44 7123 456789',
  '2026-11-20 23:05:00',
  '123456789012',
  'gift of 20000 for 300 families',
])('"%s" is none', (text) => {
  expect(hasCardNumber(text)).toBe(false)
})

test('a donor without an account needs name and email', () => {
  expect(requireDonor({ email: ' ', name: '' })).toEqual({
    email: { code: 'email-missing' },
    name: { code: 'name-missing' },
  })
  expect(requireDonor({ email: 'x', name: 'Amina' })).toEqual({ email: { code: 'email-invalid' } })
  expect(requireDonor({ email: 'a@example.org', name: 'Amina' })).toEqual({})
})

test('the check accepts any input, and a valid donation is within the limits', () => {
  const text = fc.option(fc.string({ unit: 'grapheme', maxLength: 40 }), { nil: undefined })
  const draft = fc.option(
    fc.record({
      firstName: text,
      lastName: text,
      name: text,
      line1: text,
      city: text,
      postalCode: text,
      state: text,
      country: text,
    }),
    {
      nil: undefined,
    },
  )
  const request = fc.record({
    amount: fc.bigInt(-10n, 10n ** 8n).map(gbp),
    tip: fc.bigInt(-10n, 10n ** 8n).map(gbp),
    quantity: fc.oneof(fc.integer(), fc.integer({ min: 1, max: 99 }), fc.double()),
    levelId: fc.constantFrom(undefined, '3', '9', '__proto__'),
    isZakat: fc.boolean(),
    maximizeZakat: fc.boolean(),
    giftAid: fc.boolean(),
    taxReceipt: fc.boolean(),
    taxAddress: draft,
    shippingAddress: draft,
    email: text,
    name: text,
    note: text,
    levelEmail: text,
  })
  fc.assert(
    fc.property(request, (request) => {
      const faults = checkDonation(
        makeData({ levels: [{ ...level, requireShipping: true, requireEmail: true }] }),
        request,
      )
      for (const fault of Object.values(faults)) expect(fault.code).toMatch(/^[a-z]+(-[a-z]+)*$/)
      if (Object.keys(faults).length === 0)
        expect(
          request.quantity >= 1 &&
            request.tip.amount >= 0n &&
            (request.levelId === '3' || request.amount.amount * BigInt(request.quantity) >= 100n),
        ).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('free texts and an emergency phone number can be as long as their limit, not longer', () => {
  const contact = { name: 'Yusuf', phone: '', relationship: 'Brother' }
  const phoneOf = (phone: string) =>
    codes(makeData(), donation({ emergencyContact: { ...contact, phone } }))['emergencyContact.phone']
  const lengths = Array.from({ length: 200 }, (_, index) => index + 1)
  const longest = lengths.findLast((length) => phoneOf('1'.repeat(length)) === undefined)!
  expect([longest, phoneOf('1'.repeat(longest + 1)), phoneOf('   '), phoneOf('')]).toEqual([
    donorFields.emergencyContact.parts.phone.max,
    'text-too-long',
    'field-required',
    'field-required',
  ])
  expect(checkFreeText('a'.repeat(10), 10)).toBeUndefined()
  expect(checkFreeText(` ${'a'.repeat(10)} `, 10)).toBeUndefined()
  expect(checkFreeText('a'.repeat(11), 10)).toEqual({ code: 'text-too-long', params: { max: 10 } })
  expect(checkFreeText('😀'.repeat(10), 10)).toBeUndefined()
})

test('a tax address without a country qualifies for no relief, and the country’s case is ignored', () => {
  expect(countriesOf(null, null)).toEqual([undefined, undefined])
  expect(countriesOf('US', {})).toEqual(['US', undefined])
  expect(countriesOf(undefined, { country: ' gb ' })).toEqual([undefined, 'GB'])
})

test('an API call can omit name and email, and checks them if present', () => {
  expect(checkDonor({})).toEqual({ email: undefined, name: undefined })
  expect(checkDonor({ email: '  ', name: '=cmd' })).toEqual({ email: undefined, name: { code: 'name-invalid' } })
  expect(requireDonor({ email: ' ', name: ' ' })).toEqual({
    email: { code: 'email-missing' },
    name: { code: 'name-missing' },
  })
  expect(requireDonor({ email: 'a@example.org', name: 'Amina' })).toEqual({})
})
