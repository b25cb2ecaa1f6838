import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundExact } from './exact.ts'
import { isRefused, readDecimal } from './read-decimal.ts'

/** Returns a number with ten decimals, as a whole number of the last decimal place. */
const read = (text: string, decimals = 10): bigint | string => {
  const value = readDecimal(text, decimals)
  return isRefused(value) ? value.code : roundExact(value, 10, 'half-up')
}
const major = (whole: number): bigint => BigInt(Math.round(whole * 1000)) * 10n ** 7n

test.each<[string, number]>([
  ['', 0],
  ['  ', 0],
  ['\u200f', 0],
  ['0', 0],
  ['007', 7],
  ['1234.5', 1234.5],
  ['.5', 0.5],
  ['5.', 5],
  ['٫5', 0.5],
  ['١٢٣٤٫٥', 1234.5],
  ['۱۲۳۴.۵', 1234.5],
  ['１２３', 123],
  ['१२३', 123],
  ['১২৩', 123],
  ['1٢۳４५৬', 123456],
  ['1,234', 1234],
  ['1,234,567.25', 1234567.25],
  ['١٬٢٣٤٫٥', 1234.5],
  ['12,34,567', 1234567],
  ['1,23,456.5', 123456.5],
  ['1 234 567', 1234567],
  ['1\u00a0234\u202f567', 1234567],
  ['1\u2009234', 1234],
  ['\u200e1,000\u200e', 1000],
  ['\ufeff\u20661000\u2069', 1000],
  [' 250 ', 250],
  ['1000000000000', 1_000_000_000_000],
  ['1,000,000,000,000.00', 1_000_000_000_000],
])('reads %j as %d [zakat-15]', (text, value) => {
  expect(read(text)).toBe(major(value))
})

test.each([
  '12,5',
  '1.234,56',
  '+5',
  '1e5',
  '(5)',
  '$100',
  '½',
  'abc',
  '.',
  '٫',
  '1.2.3',
  '1.2٫3',
  ',5',
  '5,',
  '1,2345',
  '1234,567',
  '12,34',
  '123,45,678',
  '1,234٬567',
  '1,234 567',
  '1  234',
  '1 23',
  '1.234 567',
  '1.234,567',
  '5-3',
  '5-',
  '١٬٢',
  '1،000',
  "1'000",
  'Infinity',
  'NaN',
  '0x10',
])('refuses %j as no number [zakat-15]', (text) => {
  expect(read(text)).toBe('number-invalid')
})

test.each(['-5', '−5', '- 5', '-0', '-abc', '-1.2345', '-10000000000000', '\u200e-٥', '-'])(
  'refuses %j as negative before anything else [zakat-15]',
  (text) => {
    expect(read(text, 2)).toBe('number-negative')
  },
)

test.each([
  ['1.234', 2],
  ['1.500', 2],
  ['1.0', 0],
  ['.5', 0],
  ['99999999999999.123', 2],
])('refuses %j where %i decimals are the most, before its size [zakat-15]', (text, decimals) => {
  expect(readDecimal(text, decimals)).toEqual({ code: 'number-too-many-decimals', params: { count: decimals } })
})

test.each(['1000000000000.01', '1000000000001', '9'.repeat(40)])('refuses %j as too large [zakat-15]', (text) => {
  expect(readDecimal(text)).toEqual({ code: 'number-too-large', params: { max: 1_000_000_000_000 } })
})

test('every amount is read as it was written, in every script and grouping', () => {
  const scripts = ['0', '٠', '۰', '０', '०', '০']
  const inScript = (text: string, zeros: readonly string[]) =>
    [...text]
      .map((sign, index) =>
        /\d/.test(sign) ? String.fromCodePoint(zeros[index % zeros.length]!.codePointAt(0)! + Number(sign)) : sign,
      )
      .join('')
  fc.assert(
    fc.property(
      fc.bigInt(0n, 10n ** 12n - 1n),
      fc.bigInt(0n, 99n),
      fc.subarray(scripts, { minLength: 1 }),
      fc.constantFrom('', ',', '٬', ' ', '\u00a0', '\u2009', '\u202f'),
      (whole, cents, zeros, group) => {
        const grouped = whole.toString().replace(/\B(?=(\d{3})+$)/g, group)
        const text = inScript(`${grouped}.${cents.toString().padStart(2, '0')}`, zeros)
        expect(read(text, 2)).toBe((whole * 100n + cents) * 10n ** 8n)
      },
    ),
  )
})

test('no text throws', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'0٣۴９१১.,٫٬-−+ \u00a0\u200ex½') }),
      (text) => void readDecimal(text, 2),
    ),
  )
})
