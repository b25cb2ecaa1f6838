import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isRefusedNumber, readAmountText, readNumber } from './typed-number.ts'

const refused = (code: string) => ({ code })

describe('numbers are read as people type and paste them (amounts-17)', () => {
  test.each([
    ['', '', ''],
    [' \u200f ', '', ''],
    ['0', '0', ''],
    ['1250', '1250', ''],
    [' 1250.50 ', '1250', '50'],
    ['.5', '', '5'],
    ['5.', '5', ''],
    ['007', '007', ''],
    ['1,250', '1250', ''],
    ['12,345,678.9', '12345678', '9'],
    ['1 250', '1250', ''],
    ['1\u00a0250\u00a0000', '1250000', ''],
    ['1\u2009250', '1250', ''],
    ['1\u202f250.5', '1250', '5'],
    ['12,34,567', '1234567', ''],
    ['1,00,000', '100000', ''],
    ['12 34 567', '1234567', ''],
    ['١٬٢٥٠٫٥', '1250', '5'],
    ['١٢٬٣٤٬٥٦٧', '1234567', ''],
    ['۱۲۵۰', '1250', ''],
    ['१२५०', '1250', ''],
    ['১২৫০', '1250', ''],
    ['１２５０.５', '1250', '5'],
    ['\u20661250\u2069', '1250', ''],
  ])('%j is %j and %j', (text, whole, decimals) => expect(readNumber(text)).toEqual({ whole, decimals }))

  test.each([
    '.',
    '٫',
    'ten',
    '5a',
    'a5',
    '5.a',
    '5.5a',
    '1.2.3',
    '1.2٫3',
    '1٫2٫3',
    '1,25',
    '12,5',
    ',250',
    '1250,',
    '1,,250',
    '1234,567',
    '1,2345',
    '123,45,678',
    '1,250 000',
    '1٬250,000',
    '1 250,000',
    '1 25',
    '1  250',
    '5.000,5',
    '1,250x',
    '1e3',
    '+5',
    '$5',
  ])('%j is no number', (text) => expect(readNumber(text)).toEqual(refused('number-invalid')))

  test('a minus is refused before anything else', () => {
    for (const text of ['-5', '−5', ' -5', '-', '-x', '-12.500', '-9999999999999'])
      expect([text, readNumber(text, 3)]).toEqual([text, refused('number-negative')])
    expect(readNumber('5-')).toEqual(refused('number-invalid'))
  })

  test('more decimals than allowed are refused with the allowed count, even if they are zeros', () => {
    const tooMany = (count: number) => ({ code: 'number-too-many-decimals', params: { count } })
    expect(readNumber('1.5', 0)).toEqual(tooMany(0))
    expect(readNumber('1.255', 2)).toEqual(tooMany(2))
    expect(readNumber('1.250', 2)).toEqual(tooMany(2))
    expect(readNumber('1.25', 2)).toEqual({ whole: '1', decimals: '25' })
    expect(readNumber('5.', 0)).toEqual({ whole: '5', decimals: '' })
    expect(readNumber('9999999999999.123', 2)).toEqual(tooMany(2))
    expect(readNumber(`0.${'1'.repeat(40)}`)).toEqual({ whole: '0', decimals: '1'.repeat(40) })
  })

  test('the largest number is 10^12', () => {
    const tooLarge = { code: 'number-too-large', params: { max: 1_000_000_000_000 } }
    expect(readNumber('1000000000000')).toEqual({ whole: '1000000000000', decimals: '' })
    expect(readNumber('1,000,000,000,000.00')).toEqual({ whole: '1000000000000', decimals: '00' })
    expect(readNumber('999999999999.99')).toEqual({ whole: '999999999999', decimals: '99' })
    expect(readNumber('1000000000000.01')).toEqual(tooLarge)
    expect(readNumber('1000000000001')).toEqual(tooLarge)
    expect(readNumber('00001000000000000')).toEqual({ whole: '00001000000000000', decimals: '' })
  })
})

describe('with three decimals a number that may mean thousands or decimals is refused (amounts-17)', () => {
  test.each(['12,500', '12.500', '1.500', '1,500', '999.500', '999,500', '0,500', '١٢,٥٠٠', '١٢.٥٠٠'])(
    '%j is ambiguous',
    (text) => {
      expect(readNumber(text, 3)).toEqual(refused('number-ambiguous'))
      expect(readNumber(text)).not.toEqual(refused('number-ambiguous'))
      expect(readNumber(text, 2)).not.toEqual(refused('number-ambiguous'))
    },
  )

  test.each([
    ['0.500', '0', '500'],
    ['2500.125', '2500', '125'],
    ['١٢٫٥٠٠', '12', '500'],
    ['١٢٬٥٠٠', '12500', ''],
    ['12 500', '12500', ''],
    ['12.5', '12', '5'],
    ['12.50', '12', '50'],
    ['1,250,500', '1250500', ''],
    ['1,250.500', '1250', '500'],
    ['.500', '', '500'],
  ])('%j can only be %j and %j', (text, whole, decimals) => expect(readNumber(text, 3)).toEqual({ whole, decimals }))
})

test('a fault and a number are distinguished', () => {
  expect(isRefusedNumber(readNumber('ten'))).toBe(true)
  expect(isRefusedNumber(readNumber(''))).toBe(false)
  expect(isRefusedNumber(readNumber('10.5'))).toBe(false)
})

test.each([
  ['', 2, ''],
  ['  ', 2, ''],
  ['0', 2, '0'],
  ['000', 2, '0'],
  ['007', 2, '7'],
  ['00700', 0, '700'],
  ['1,250.5', 2, '1250.5'],
  ['001.50', 2, '1.50'],
  ['.5', 2, '0.5'],
  ['00.5', 2, '0.5'],
  ['5.', 2, '5'],
  ['١٬٢٥٠٫٥', 2, '1250.5'],
])('the amount %j with %d decimals is %j in the form of the API', (text, exponent, amount) => {
  expect(readAmountText(text, exponent)).toBe(amount)
})

test('an amount that isn’t a number of its currency has the fault of the number', () => {
  expect(readAmountText('ten', 2)).toEqual(refused('number-invalid'))
  expect(readAmountText('12,500', 3)).toEqual(refused('number-ambiguous'))
  expect(readAmountText('5.5', 0)).toEqual({ code: 'number-too-many-decimals', params: { count: 0 } })
})

test('a number is read back from each of its spellings', () => {
  const spellings = ['en', 'en-IN', 'fr', 'ar-EG-u-nu-arab'].map(
    (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 12 - 1 }), fc.integer({ min: 0, max: 99 }), (whole, cents) => {
      const decimals = String(cents).padStart(2, '0')
      for (const format of spellings) {
        const text = format
          .formatToParts(whole)
          .map(({ type, value }) =>
            type === 'fraction' ? decimals : type === 'decimal' && value === ',' ? '.' : value,
          )
          .join('')
        expect([text, readNumber(text, 2)]).toEqual([text, { whole: String(whole), decimals }])
      }
    }),
  )
})
