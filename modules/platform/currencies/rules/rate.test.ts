import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencies, money } from '#shared/money.ts'
import { convert, oneEuro, parseRate, provenance, type Rate, rateText } from './rate.ts'

const rate = (
  currency: Rate['currency'],
  perEuro: bigint,
  day = '2026-11-20',
  source: Rate['source'] = 'ecb',
): Rate => ({ currency, perEuro, day, source })
const anyRate = (currency: Rate['currency']) =>
  fc.bigInt(1_000_000n, 10n ** 15n).map((perEuro) => rate(currency, perEuro))
const pair = fc
  .tuple(fc.constantFrom(...currencies), fc.constantFrom(...currencies))
  .chain(([a, b]) => fc.tuple(anyRate(a), anyRate(b)))

test.each([
  ['1.0812', 10_812_000_000n],
  ['4.1722245', 41_722_245_000n],
  ['162.5', 1_625_000_000_000n],
  ['0.00000000019', 1n],
])('%s is read exactly', (text, value) => {
  expect(parseRate(text)).toBe(value)
})

test.each(['', '0', '0.0', '-1', '1e3', '1,08', 'NaN', '.5', '5.', '9'.repeat(14)])('"%s" is no rate', (text) => {
  expect(parseRate(text)).toBeUndefined()
})

test('a rate survives conversion to text and back', () => {
  fc.assert(fc.property(fc.bigInt(1n, 10n ** 22n), (value) => void expect(parseRate(rateText(value))).toBe(value)))
})

test('20 dollars are about 18.50 euros, 3,000 yen and 5.687 dinars at these rates', () => {
  const usd = rate('USD', parseRate('1.0812')!)
  const converted = (to: Rate) => convert(money(2000n, 'USD'), usd, to).amount
  expect(converted(rate('EUR', oneEuro))).toBe(1850n)
  expect(converted(rate('JPY', parseRate('162.18')!))).toBe(3000n)
  expect(converted(rate('KWD', parseRate('0.30744')!))).toBe(5687n)
})

test('the same currency keeps the amount, zero stays zero, and conversion is monotonic', () => {
  fc.assert(
    fc.property(pair, fc.bigInt(0n, 10n ** 12n), fc.bigInt(0n, 10n ** 12n), ([from, to], a, b) => {
      expect(convert(money(a, from.currency), from, from)).toEqual(money(a, from.currency))
      expect(convert(money(0n, from.currency), from, to).amount).toBe(0n)
      const [low, high] = a < b ? [a, b] : [b, a]
      expect(
        convert(money(low, from.currency), from, to).amount <= convert(money(high, from.currency), from, to).amount,
      ).toBe(true)
    }),
  )
})

test('a converted amount states the older day and each source', () => {
  expect(provenance(rate('USD', 1n, '2026-11-20'), rate('PKR', 1n, '2026-09-29', 'bundled'))).toEqual({
    day: '2026-09-29',
    sources: ['ecb', 'bundled'],
  })
  expect(provenance(rate('PKR', 1n, '2026-09-29', 'bundled'), rate('USD', 1n, '2026-11-20'))).toEqual({
    day: '2026-09-29',
    sources: ['bundled', 'ecb'],
  })
  expect(provenance(rate('EUR', 1n, '2026-11-20'), rate('GBP', 1n, '2026-11-20'))).toEqual({
    day: '2026-11-20',
    sources: ['ecb'],
  })
  expect(provenance(rate('EUR', 1n, '2026-11-20', 'bundled'), rate('GBP', 1n, '2026-11-20'))).toMatchObject({
    sources: ['ecb'],
  })
})
