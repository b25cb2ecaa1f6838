import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencies } from '#shared/currencies.ts'
import { numberFormat } from '#shared/formats.ts'
import { amountInFile } from './amount-cell.ts'

test.each([
  ['£5.00', 'GBP', '5.00'],
  ['5.00 £', 'GBP', '5.00'],
  ['gbp 1,250', 'GBP', '1,250'],
  ['$20', 'USD', '20'],
  ['\u200f٥٠\u00a0ر.س.\u200f', 'SAR', '٥٠'],
  ['5.00', 'GBP', '5.00'],
  ['$5', 'GBP', '$5'],
  ['-£5', 'GBP', '-£5'],
  ['', 'GBP', ''],
] as const)('%j in %s is %j (content-37)', (cell, currency, amount) => {
  expect(amountInFile(cell, currency)).toBe(amount)
})

test('an amount is the same with and without its currency as people write it (content-37)', () => {
  fc.assert(
    fc.property(
      fc.nat(1_000_000),
      fc.constantFrom(...currencies),
      fc.constantFrom('code', 'narrowSymbol'),
      (n, currency, currencyDisplay) => {
        const cell = numberFormat('en', { style: 'currency', currency, currencyDisplay, useGrouping: false }).format(n)
        expect(amountInFile(cell, currency)).toMatch(/^[\d.]+$/)
      },
    ),
  )
})
