import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { money } from '#shared/money.ts'
import { bankDebitLimits, debitMandate, isDebitable, canCountNextYear } from './bank-debit.ts'

test('a bank debit is from 10 to 10,000 US dollars, in no other currency [payments-26]', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 2_000_000n), (amount) => {
      expect(isDebitable(money(amount, 'USD'))).toBe(amount >= 1_000n && amount <= 1_000_000n)
      expect(isDebitable(money(amount, 'CAD'))).toBe(false)
    }),
  )
  expect([isDebitable(bankDebitLimits.min), isDebitable(bankDebitLimits.max)]).toEqual([true, true])
})

test.each([
  ['2026-12-19', false],
  ['2026-12-20', true],
  ['2026-12-31', true],
  ['2027-01-01', false],
])('a debit on %s may count for the next year: %s [payments-26]', (day, expected) => {
  expect(canCountNextYear(localDate(day))).toBe(expected)
})

test('a mandate names charity, product, amount, day and contact [payments-27]', () => {
  const terms = {
    charity: 'Umeed Trust',
    product: 'Sunbul',
    contact: 'help@sunbul.example',
    amount: money(10_050n, 'USD'),
    on: localDate('2026-11-20'),
  }
  const values: Record<string, string>[] = []
  debitMandate(terms, 'en', (_, params) => String(values.push(params)))
  expect(values.map((params) => Object.values(params).map((text) => text.replaceAll(/[\u2066-\u2069]/g, '')))).toEqual([
    ['Umeed Trust', 'Sunbul', 'help@sunbul.example', '$100.50', '20 November 2026'],
  ])
})
