import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountText, isRefusedAmount, typedAmountText } from './amount-text.ts'

test.each([
  ['', '0'],
  ['0', '0'],
  ['000', '0'],
  ['007', '7'],
  ['20', '20'],
  [' 20 ', '20'],
  ['٢٠', '20'],
  ['۲۰', '20'],
  ['২০', '20'],
  ['\u200e٢٠\u200f', '20'],
  ['5.', '5'],
  ['1,250', '1250'],
  ['1 250', '1250'],
  ['1\u202f250', '1250'],
  ['١٬٢٥٠', '1250'],
  ['1,250,000', '1250000'],
  ['1,00,000', '100000'],
  ['٥٬٠٠٠٬٠٠٠٬٠٠٠', '5000000000'],
])('%j is %s, whole [S1 §5]', (typed, text) => {
  for (const exponent of [0, 2]) expect(amountText(typed, exponent)).toEqual({ text, isCut: false })
})

test.each([
  ['12.50', '12'],
  ['١٢٫٥٠', '12'],
  ['1.5', '1'],
  ['.50', '0'],
  ['1,250.50', '1250'],
  ['١٬٢٥٠٫٥٠', '1250'],
])('%j is %s and a fraction (ADR-0041)', (typed, text) => {
  for (const exponent of [0, 2, 3]) expect(amountText(typed, exponent)).toEqual({ text, isCut: true })
})

test.each(['12.00', '12.0', '١٢٫٠٠'])('%j is read as 12 without a lost fraction', (typed) => {
  expect(amountText(typed)).toEqual({ text: '12', isCut: false })
})

test.each([
  ['20 or 50', 'number-invalid'],
  ['10-20', 'number-invalid'],
  ['1e3', 'number-invalid'],
  ['12.50 or 13', 'number-invalid'],
  ['12,50', 'number-invalid'],
  ['1.234,56', 'number-invalid'],
  ['1.250.000', 'number-invalid'],
  ['1, 250', 'number-invalid'],
  ['1’250', 'number-invalid'],
  ['$ 30', 'number-invalid'],
  ['20 USD', 'number-invalid'],
  ['Rs.50', 'number-invalid'],
  ['+5', 'number-invalid'],
  ['(5)', 'number-invalid'],
  ['½', 'number-invalid'],
  ['abc', 'number-invalid'],
  ['-5', 'number-negative'],
  ['−5', 'number-negative'],
  ['1.250', 'number-too-many-decimals'],
  ['12.5000', 'number-too-many-decimals'],
  ['9999999999999', 'number-too-large'],
  ['1000000000000', 'number-too-large'],
])('%j is not one number and is refused as %s (amounts-17)', (typed, code) => {
  expect(amountText(typed)).toMatchObject({ code })
})

describe('with three decimals, one separator before three digits is thousands or decimals (ADR-0041)', () => {
  test.each(['12,500', '12.500', '1.250', '0,500', '١٢,٥٠٠'])('%j is refused', (typed) => {
    expect(amountText(typed, 3)).toEqual({ code: 'number-ambiguous' })
    expect(typedAmountText(typed, 3)).toEqual({ code: 'number-ambiguous' })
  })
  test.each([
    ['12500', '12500', false],
    ['12.5', '12', true],
    ['12.50', '12', true],
    ['12.0', '12', false],
    ['0.500', '0', true],
    ['١٢٫٥٠٠', '12', true],
    ['١٢٬٥٠٠', '12500', false],
    ['2500.125', '2500', true],
    ['1,250.500', '1250', true],
    ['1,250,000', '1250000', false],
    ['12 500', '12500', false],
  ])('%j is %s', (typed, text, isCut) => {
    expect(amountText(typed, 3)).toEqual({ text, isCut })
  })
})

describe('typed key by key, digits after a point are decimals until they complete thousands (ADR-0041)', () => {
  const keys = (text: string, exponent = 2) =>
    [...text].map((_, index) => {
      const read = typedAmountText(text.slice(0, index + 1), exponent)
      return isRefusedAmount(read) ? read.code : `${read.text}${read.isCut ? '~' : ''}`
    })
  test.each([
    ['12.50', ['1', '12', '12', '12~', '12~']],
    ['12,50', ['1', '12', '12', '12~', '12~']],
    ['١٢٫٥٠', ['1', '12', '12', '12~', '12~']],
    ['1,250', ['1', '1', '1~', '1~', '1250']],
    ['12.500', ['1', '12', '12', '12~', '12~', '12~']],
    ['20 o', ['2', '20', '20', 'number-invalid']],
    ['2-', ['2', 'number-invalid']],
  ])('%j', (typed, seen) => expect(keys(typed)).toEqual(seen))
  test('in Kuwait and Tunis, "12,500" stays 12 with its sentence', () => {
    expect(keys('12,500', 3)).toEqual(['1', '12', '12', '12~', '12~', 'number-ambiguous'])
  })
})

const whole = fc.integer({ min: 0, max: 999_999_999 })
const exponents = fc.constantFrom(0, 2, 3)

test('any text is refused, or becomes a whole number that is read the same again [S1 §5]', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom(...'012٣.,٫٬ ') }),
    fc.string({ unit: fc.constantFrom(...'12.,-e ') }),
  )
  fc.assert(
    fc.property(texts, exponents, fc.constantFrom(amountText, typedAmountText), (typed, exponent, read) => {
      const amount = read(typed, exponent)
      if (isRefusedAmount(amount)) return
      expect(amount.text).toMatch(/^(0|[1-9]\d{0,11})$/)
      expect(amountText(amount.text, exponent)).toEqual({ text: amount.text, isCut: false })
    }),
  )
})

test('two numbers are never joined to a larger one (amounts-17)', () => {
  fc.assert(
    fc.property(
      whole,
      whole,
      fc.constantFrom('-', ' or ', ' - ', '–', '/', 'e', ' to ', ' أو ', '\t', '+'),
      exponents,
      (a, b, gap, exponent) => {
        expect(isRefusedAmount(amountText(`${a}${gap}${b}`, exponent))).toBe(true)
      },
    ),
  )
})

test('an amount in any locale’s format is read exactly or refused, never multiplied', () => {
  const written = fc.constantFrom(
    ...['en-US', 'en-IN', 'de-DE', 'de-CH', 'fr-FR', 'ar-EG', 'fa-IR', 'pt-PT'].flatMap((locale) =>
      [0, 2].map((minimumFractionDigits) => new Intl.NumberFormat(locale, { minimumFractionDigits })),
    ),
  )
  fc.assert(
    fc.property(whole, fc.integer({ min: 0, max: 99 }), written, exponents, (units, cents, as, exponent) => {
      const hasCents = as.resolvedOptions().minimumFractionDigits === 2
      const exact = `${units}.${hasCents ? String(cents).padStart(2, '0') : '0'}` as Intl.StringNumericLiteral
      const read = amountText(as.format(exact), exponent)
      if (!isRefusedAmount(read)) expect(read).toEqual({ text: String(units), isCut: hasCents && cents > 0 })
      if (as.resolvedOptions().locale === 'en-US' && exponent !== 3) expect(isRefusedAmount(read)).toBe(false)
    }),
  )
})

test('with three decimals, no separator before three digits is read in either way', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999 }),
      fc.integer({ min: 0, max: 999 }),
      fc.constantFrom('.', ','),
      (units, rest, sign) => {
        expect(amountText(`${units}${sign}${String(rest).padStart(3, '0')}`, 3)).toEqual({ code: 'number-ambiguous' })
      },
    ),
  )
})
