import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cardNumberPaths, hasCardNumber } from '#shared/input/card-number.ts'

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
    '4242 - 4242 - 4242 - 4242',
    '4242\u22124242\u22124242\u22124242',
    '\u202a4242\u200e4242\u200b4242\u20604242\u202c',
    '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢',
    '۴۲۴۲-۴۲۴۲-۴۲۴۲-۴۲۴۲',
    '４２４２４２４２４２４２４２４２',
    '5555 5555 5555 4444',
    '2223003122003222',
    '2720 9999 9999 9999 before 6011 1111 1111 1117',
    '30569309025904',
    '3530111333300000',
    '6200 0000 0000 0005',
    '2204 0000 0000 0001 or 5019717010103742',
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
    'Receipts 0001 0002 0003 0004',
    'Receipts 5001 5002 5003 5004',
    'Receipts 4005 4006 4007 4008',
    'Receipt 0000000000000000',
    'Order 1234567812345670',
    'Account 7992739871300006',
    'Passport 0012 3456 7890 1235',
  ])
    test(text, () => expect(hasCardNumber(text)).toBe(false))
})

const networkStarts: readonly (readonly [string, number])[] = [
  ['4', 13],
  ['4', 16],
  ['4', 19],
  ['51', 16],
  ['55', 16],
  ['222100', 16],
  ['272099', 16],
  ['34', 15],
  ['37', 15],
  ['300', 14],
  ['36', 14],
  ['38', 16],
  ['3528', 16],
  ['3589', 19],
  ['6011', 16],
  ['65', 16],
  ['62', 16],
  ['62', 19],
  ['50', 16],
  ['58', 19],
  ['6304', 13],
  ['81', 16],
  ['2200', 16],
  ['2205', 16],
  ['9682', 16],
  ['9792', 16],
  ['9860', 16],
  ['8600', 16],
]
const zeros = ['0', '٠', '۰', '０', '०', '০']

test('any number of a network with its check digit is found, however it is spaced and in any digits', () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 18, maxLength: 18 })
  const gap = fc.constantFrom('', ' ', '-', '.', ' - ', '\u2013', '\u00a0', '\u200e')
  fc.assert(
    fc.property(
      fc.constantFrom(...networkStarts),
      digits,
      gap,
      fc.constantFrom(...zeros),
      ([start, length], rest, between, zero) => {
        const some = [...start]
          .map(Number)
          .concat(rest)
          .slice(0, length - 1)
        const number = [...some, checkDigit(some)].map((digit) => String.fromCharCode(zero.charCodeAt(0) + digit))
        expect(hasCardNumber(`a ${number.join(between)} b`)).toBe(true)
      },
    ),
  )
})

test('no other first digits are a card number', () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 18 })
  fc.assert(
    fc.property(fc.constantFrom(0, 1, 7), digits, (first, rest) => {
      const some = [first, ...rest].slice(0, 18)
      expect(hasCardNumber([...some, checkDigit(some)].join(''))).toBe(false)
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
