import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cardNumberPaths, hasCardNumber } from '#shared/card-number.ts'

describe('a card number in a text is found', () => {
  for (const text of [
    '4242424242424242',
    'my card: 4242 4242 4242 4242, thanks',
    '3782-822463-10005',
    '4222222222222',
    '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢',
    '6304.0000.0000.0000',
    '4242 4242 4242 4242 12/30',
    '4242424242424242 123',
    'no 12 4242 4242 4242 4242',
    '4242\u00a04242\u00a04242\u00a04242',
    '4242\u20134242\u20134242\u20134242',
  ])
    test(text, () => expect(hasCardNumber(text)).toBe(true))
})

describe('similar numbers are not card numbers', () => {
  for (const text of [
    '',
    '4242424242424241',
    '+44 7123 456789',
    '20 for each of 12 orphans',
    '2026-11-20 12:00',
    '424242424242',
    'IBAN without digits',
  ])
    test(text, () => expect(hasCardNumber(text)).toBe(false))
})

test('any number with its check digit is found, however it is spaced', () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 18 })
  fc.assert(
    fc.property(digits, fc.constantFrom('', ' ', '-', '.'), (some, gap) => {
      const withCheckDigit = [...some, checkDigit(some)]
      expect(hasCardNumber(`a ${withCheckDigit.join(gap)} b`)).toBe(true)
    }),
  )
})

test('a long text of digits is scanned in one pass, so that no donor waits', () => {
  const text = '7 '.repeat(32_000)
  const began = performance.now()
  expect(hasCardNumber(text)).toBe(false)
  expect(performance.now() - began).toBeLessThan(3000)
})

function checkDigit(digits: readonly number[]): number {
  const sum = digits
    .toReversed()
    .reduce((total, digit, index) => total + (index % 2 === 0 ? [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][digit]! : digit), 0)
  return (10 - (sum % 10)) % 10
}

test('only free-text and name fields are checked: phones, tokens and ids are exempt [payments-19]', () => {
  const number = '4242424242424242'
  const input = {
    note: number,
    reason: `back to ${number}, please`,
    CustomName: number,
    guest: { name: number, id: number, token: number },
    taxAddress: { FirstName: number, Phone: number, Address2: number, ID: number },
    comments: [number],
    tokens: [{ token: number }],
    campaignId: number,
    cardID: number,
    email: `${number}@example.org`,
    amount: number,
  }
  expect(cardNumberPaths(input)).toEqual([
    'note',
    'reason',
    'CustomName',
    'guest.name',
    'taxAddress.FirstName',
    'taxAddress.Address2',
    'comments.0',
  ])
})
