import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountText } from './amount-text.ts'

test.each([
  ['', '0'],
  ['0', '0'],
  ['000', '0'],
  ['007', '7'],
  ['20', '20'],
  ['٢٠', '20'],
  ['۲۰', '20'],
  ['-5', '5'],
  ['20 USD', '20'],
  ['$ 30', '30'],
  ['Rs.50', '50'],
  ['Rs. 1,250', '1250'],
  ['د.إ.50', '50'],
  ['1,250', '1250'],
  ['1, 250', '1250'],
  ['1.250', '1250'],
  ['1 250', '1250'],
  ['1’250', '1250'],
  ['١٬٢٥٠', '1250'],
  ['1.250.000', '1250000'],
  ['1,00,000', '100000'],
  ['abc', '0'],
  ['USD 1,250,000,000', '1250000000'],
  ['٥٬٠٠٠٬٠٠٠٬٠٠٠', '5000000000'],
  ['9999999999999', '999999999999'],
])('%j is %s, whole [S1 §5]', (typed, text) => {
  expect(amountText(typed)).toEqual({ text, isCut: false })
})

test.each([
  ['12.50', '12'],
  ['12,50', '12'],
  ['١٢٫٥٠', '12'],
  ['١٢٫٥٠٠', '12'],
  ['1.5', '1'],
  ['.50', '0'],
  ['$ .50', '0'],
  ['0.500', '0'],
  ['12.5000', '12'],
  ['1250.500', '1250'],
  ['1,250.50', '1250'],
  ['1.250,50', '1250'],
  ['1,250.500', '1250'],
  ['1.250.50', '1250'],
  ['١٬٢٥٠٫٥٠', '1250'],
  ['12.5.0', '12'],
  ['12.50 or 13', '12'],
])('%j is %s and a fraction', (typed, text) => {
  expect(amountText(typed)).toEqual({ text, isCut: true })
})

test.each(['12.00', '12,00', '12.0', '١٢٫٠٠', '۱۲٫۰۰۰'])('%j is read as 12 without a lost fraction', (typed) => {
  expect(amountText(typed)).toEqual({ text: '12', isCut: false })
})

describe('in a currency with three decimals', () => {
  test.each([
    ['12.500', '12', true],
    ['١٢٫٥٠٠', '12', true],
    ['12.000', '12', false],
    ['1,250.500', '1250', true],
    ['1.250,500', '1250', true],
    ['1,250', '1250', false],
    ['1.250.000', '1250000', false],
    ['12.50', '12', true],
  ])('%j is %s', (typed, text, isCut) => {
    expect(amountText(typed, 3)).toEqual({ text, isCut })
  })
})

const whole = fc.integer({ min: 0, max: 999_999_999 })
const exponent = fc.constantFrom(0, 2, 3)
const written = fc.constantFrom(
  ...['en-US', 'en-IN', 'de-DE', 'de-CH', 'fr-FR', 'ar-EG', 'fa-IR'].map((locale) => ({
    whole: new Intl.NumberFormat(locale),
    decimals: new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }),
  })),
)

test('any text becomes a whole number without leading zeros, and parsing it again changes nothing [S1 §5]', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: fc.constantFrom(...'012٣.,٫٬ ') })),
      exponent,
      (typed, input) => {
        const { text } = amountText(typed, input)
        expect(text).toMatch(/^(0|[1-9]\d{0,11})$/)
        expect(amountText(text, input)).toEqual({ text, isCut: false })
      },
    ),
  )
})

test('an amount in any locale’s format is never multiplied', () => {
  fc.assert(
    fc.property(whole, fc.integer({ min: 0, max: 99 }), written, (units, cents, as) => {
      const exact = `${units}.${String(cents).padStart(2, '0')}` as Intl.StringNumericLiteral
      expect(amountText(as.decimals.format(exact))).toEqual({ text: String(units), isCut: cents > 0 })
      expect(amountText(as.whole.format(units))).toEqual({ text: String(units), isCut: false })
    }),
  )
})

test('reads three decimals as a fraction in a currency with three', () => {
  fc.assert(
    fc.property(whole, fc.integer({ min: 0, max: 999 }), fc.constantFrom('.', '٫'), (units, thousandths, point) => {
      expect(amountText(`${units}${point}${String(thousandths).padStart(3, '0')}`, 3)).toEqual({
        text: String(units),
        isCut: thousandths > 0,
      })
    }),
  )
})
