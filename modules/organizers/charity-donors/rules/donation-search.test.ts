import fc from 'fast-check'
import { expect, test } from 'vitest'
import { receiptNumber } from '#modules/money/receipts/rules/serial.ts'
import { currencies, exponentOf } from '#shared/currencies.ts'
import { money, toMajor } from '#shared/money.ts'
import { amountsIn, readDonationSearch } from './donation-search.ts'

test.each([
  ['  ', undefined],
  ['Leyla Məmmədova', { kind: 'words', words: 'Leyla Məmmədova' }],
  ['أمينة', { kind: 'words', words: 'أمينة' }],
  ['amina@example.org', { kind: 'words', words: 'amina@example.org' }],
  ['Room 12', { kind: 'words', words: 'Room 12' }],
  ['-20', { kind: 'words', words: '-20' }],
  ['20', { kind: 'amount', amount: '20' }],
  ['£1,250.50', { kind: 'amount', amount: '1250.5' }],
  ['٢٠٫٥', { kind: 'amount', amount: '20.5' }],
  ['3F09A1B2C4', { kind: 'reference', reference: '3f09a1b2c4' }],
  [' 3f09 a1b2 c4 ', { kind: 'reference', reference: '3f09a1b2c4' }],
  ['12-2026-000042', { kind: 'receipt', number: '12-2026-000042' }],
  ['١٢-٢٠٢٦-٠٠٠٠٤٢', { kind: 'receipt', number: '12-2026-000042' }],
])('reads %j', (typed, search) => {
  expect(readDonationSearch(typed)).toEqual(search)
})

test('recognizes every receipt number and every amount as a spreadsheet has them', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 99_999n }),
      fc.integer({ min: 2020, max: 2099 }),
      fc.bigInt({ min: 1n, max: 10_000_000n }),
      fc.constantFrom(...currencies),
      (issuerId, year, serial, currency) => {
        const number = receiptNumber({ issuerId, year, serial })
        expect(readDonationSearch(number)).toEqual({ kind: 'receipt', number })
        const amount = toMajor(money(serial, currency))
        const search = readDonationSearch(amount)
        // Ten digits without a decimal point are a reference.
        if (search?.kind === 'amount') expect(amountsIn(search.amount, [currency])).toEqual([money(serial, currency)])
        else expect(search?.kind).toBe('reference')
      },
    ),
  )
})

test('leaves out currencies without the decimals of the amount', () => {
  expect(amountsIn('20.5', ['GBP', 'JPY', 'KWD'])).toEqual([money(2050n, 'GBP'), money(20_500n, 'KWD')])
  expect(exponentOf('JPY')).toBe(0)
})
