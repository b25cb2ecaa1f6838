import { expect, test } from 'vitest'
import { type Currency, money, toMajor } from '#shared/money.ts'
import { amountsOfDays, amountsOfNights } from './amounts.ts'

const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index)
const major = (parts: ReturnType<typeof amountsOfNights>) => parts.map(toMajor)
const times = (count: number, text: string) => Array.from({ length: count }, () => text)

test.each([
  ['30 nights, equal', 'USD', 10_000n, upTo(30), 'equal', [...times(10, '3.34'), ...times(20, '3.33')]],
  ['29 nights, equal', 'USD', 10_000n, upTo(29), 'equal', [...times(24, '3.45'), ...times(5, '3.44')]],
  [
    'the last ten, odd nights double',
    'USD',
    10_000n,
    upTo(10, 21),
    'odd-double',
    times(5, '').flatMap(() => ['13.33', '6.67']),
  ],
  [
    'the last ten, the 27th threefold',
    'USD',
    10_000n,
    upTo(10, 21),
    'odd-double-27-triple',
    ['12.50', '6.25', '12.50', '6.25', '12.50', '6.25', '18.75', '6.25', '12.50', '6.25'],
  ],
  [
    'the last nine',
    'USD',
    10_000n,
    upTo(9, 21),
    'odd-double',
    ['14.29', '7.14', '14.29', '7.14', '14.29', '7.14', '14.29', '7.14', '14.28'],
  ],
  ['yen', 'JPY', 1000n, upTo(30), 'equal', [...times(10, '34'), ...times(20, '33')]],
  ['dinars', 'KWD', 10_000n, upTo(30), 'equal', [...times(10, '0.334'), ...times(20, '0.333')]],
] as const)(
  'a total is shared to the last unit: %s (calendar-8)',
  (_, currency, total, nights, distribution, expected) => {
    expect(major(amountsOfNights(money(total, currency as Currency), nights, distribution))).toEqual(expected)
  },
)

test('Arafah can count double (calendar-8)', () => {
  expect(major(amountsOfDays(money(9000n, 'USD'), upTo(9), true))).toEqual([...times(8, '9.00'), '18.00'])
  expect(major(amountsOfDays(money(9000n, 'USD'), upTo(9), false))).toEqual(times(9, '10.00'))
})
