import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCheckoutQuery } from './query-parameters.ts'

const origin = 'https://give.example'
const parse = (query: string) => parseCheckoutQuery(new URLSearchParams(query), origin)

test('a checkout URL is parsed [S2 §2] [S1 §2.2]', () => {
  expect(
    parse(
      'amount=50&tip=8&src=zakat-home&type=rebuild&redirectURL=https%3A%2F%2Fgive.example%2Fthankyou%2Fclean-water&frequencyType=recurring&givingPlan=weekly',
    ),
  ).toEqual({
    amount: '50',
    tip: '8',
    src: 'zakat-home',
    type: 'rebuild',
    redirectPath: '/thankyou/clean-water',
    frequencyType: 'recurring',
    givingPlan: 'weekly',
  })
})

test('a URL without parameters is a one-time donation', () => {
  expect(parse('')).toEqual({ frequencyType: 'onetime' })
})

test.each([
  ['amount=0050', { amount: '50' }],
  ['amount=12.50', {}],
  ['amount=12,50', {}],
  ['amount=١٢٫٥٠', {}],
  ['amount=1,250', {}],
  ['amount=12.00&tip=3.000', { amount: '12', tip: '3' }],
  ['amount=٥٠&tip=۵', { amount: '50', tip: '5' }],
  ['amount=0', {}],
  ['amount=0.00', {}],
  ['amount=0.50&tip=0.5', {}],
  ['amount=1.5&tip=3.2', {}],
  ['amount=20&tip=3.2', { amount: '20' }],
  ['tip=0', { tip: '0' }],
  ['tip=0.00', { tip: '0' }],
  ['amount=-5&tip=-1', {}],
  ['amount=1e9&tip=NaN', {}],
  ['amount=99999999999', {}],
  ['quantity=3', { quantity: 3 }],
  ['quantity=0', {}],
  ['quantity=2.5', {}],
  ['zakat=true', { isZakat: true }],
  ['zakat=1', {}],
  ['amount=%2050%20', { amount: '50' }],
  ['src=%3Cscript%3E', {}],
  ['redirectURL=//evil', {}],
  ['redirectURL=https://evil/thankyou/x', {}],
  ['redirectUrl=/thankyou/x', { redirectPath: '/thankyou/x' }],
  ['frequencyType=RECURRING', { frequencyType: 'recurring' }],
  ['frequencyType=yearly', { frequencyType: 'recurring' }],
  ['frequencyType=one-time', {}],
  ['givingPlan=Monthly', { frequencyType: 'recurring', givingPlan: 'Monthly' }],
  ['frequencyType=onetime&givingPlan=monthly', { givingPlan: 'monthly' }],
  ['givingPlan=someday', { givingPlan: 'someday' }],
])('%s', (query, expected) => {
  expect(parse(query)).toEqual({ frequencyType: 'onetime', ...expected })
})

test.each([
  ['USD', '25000', '25000'],
  ['USD', '25001', undefined],
  ['USD', '999999999', undefined],
  ['JPY', '999999999', undefined],
] as const)('a link asks for no more than the maximum: %s %s', (currency, request, taken) => {
  const checkoutQuery = parseCheckoutQuery(new URLSearchParams({ amount: request, tip: request }), origin, currency)
  expect([checkoutQuery.amount, checkoutQuery.tip]).toEqual([taken, taken])
})

test.each([
  ['minor=18375', 'GBP', '183.75'],
  ['minor=18300&amount=5', 'GBP', '183'],
  ['minor=2500001', 'USD', undefined],
  ['minor=0', 'USD', undefined],
  ['minor=12.5', 'USD', undefined],
  ['minor=1250', 'JPY', '1250'],
] as const)('our own pages name an amount in minor units: %s %s', (query, currency, amount) => {
  expect(parseCheckoutQuery(new URLSearchParams(query), origin, currency).amount).toBe(amount)
})

test('any URL can be parsed', () => {
  fc.assert(
    fc.property(fc.webQueryParameters(), fc.string({ unit: 'grapheme' }), (query, value) => {
      for (const checkoutQuery of [
        parse(query),
        parse(
          `amount=${encodeURIComponent(value)}&redirectURL=${encodeURIComponent(value)}&src=${encodeURIComponent(value)}`,
        ),
      ]) {
        expect(checkoutQuery.amount ?? '1').toMatch(/^[1-9]\d{0,8}$/)
        expect(new URL(checkoutQuery.redirectPath ?? '/', origin).origin).toBe(origin)
      }
    }),
  )
})

test('a value with extra characters before or after it is ignored', () => {
  expect(parse('amount=x50&tip=x8&src=%20zakat&givingPlan=weekly!&type=re%20build')).toEqual({
    frequencyType: 'onetime',
  })
  expect(parse('amount=50x&tip=8x&src=zakat%20&type=rebuild%0A')).toEqual({ frequencyType: 'onetime' })
  expect(parse(`src=${'a'.repeat(64)}`).src).toHaveLength(64)
  expect(parse(`src=${'a'.repeat(65)}`).src).toBeUndefined()
})

test('a link can name a donation type, and the default and invalid ones are ignored', () => {
  expect(parse('donationType=fidya')).toMatchObject({ donationType: 'fidya' })
  for (const query of ['donationType=sadaqah', 'donationType=lottery', 'donationType=', ''])
    expect(parse(query)).not.toHaveProperty('donationType')
})
