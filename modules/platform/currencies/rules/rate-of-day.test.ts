import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { fromMajor, type Currency, toMajor } from '#shared/money.ts'
import { parseRate, type Rate } from './rate.ts'
import { convertOnDay, rateHistory, rateOfDay } from './rate-of-day.ts'

const rate = (currency: Currency, day: string, perEuro: string, source: Rate['source'] = 'ecb'): Rate => ({
  currency,
  day,
  perEuro: parseRate(perEuro)!,
  source,
})
const history = rateHistory([
  rate('USD', '2026-11-20', '1.10'),
  rate('USD', '2026-11-19', '1.08', 'bundled'),
  rate('USD', '2026-11-19', '1.09'),
  rate('USD', '2026-11-23', '1.12'),
  rate('GBP', '2026-11-19', '0.87'),
  rate('GBP', '2026-11-20', '0.88'),
])

test.each([
  ['2026-11-20', '2026-11-20', '1.1'],
  ['2026-11-22', '2026-11-20', '1.1'],
  ['2026-11-19', '2026-11-19', '1.09'],
  ['2026-11-01', '2026-11-19', '1.09'],
  ['2026-12-31', '2026-11-23', '1.12'],
])('the rate of %s is that of %s [amounts-16]', (day, ofDay, perEuro) => {
  expect(rateOfDay(history, 'USD', localDate(day))).toMatchObject({ day: ofDay, perEuro: parseRate(perEuro) })
})

test.each<[string, Currency, Currency, string, string, boolean]>([
  ['110', 'USD', 'EUR', '2026-11-20', '100.00', false],
  ['110', 'USD', 'EUR', '2026-11-21', '100.00', true],
  ['110', 'USD', 'GBP', '2026-11-20', '88.00', false],
  ['112', 'USD', 'GBP', '2026-11-23', '88.00', true],
  ['100', 'EUR', 'GBP', '2026-01-01', '87.00', true],
  ['100', 'USD', 'USD', '2026-11-21', '100.00', false],
  ['0.01', 'USD', 'GBP', '2026-11-20', '0.01', false],
])('%s %s in %s on %s is %s, approximate: %s [amounts-16]', (amount, from, to, day, expected, isApproximate) => {
  const converted = convertOnDay(history, fromMajor(amount, from), to, localDate(day))
  expect(converted && { amount: toMajor(converted.amount), isApproximate: converted.isApproximate }).toEqual({
    amount: expected,
    isApproximate,
  })
})

test('a currency without any rate can’t be converted', () => {
  expect(convertOnDay(history, fromMajor('1', 'PKR'), 'USD', localDate('2026-11-20'))).toBeUndefined()
})
