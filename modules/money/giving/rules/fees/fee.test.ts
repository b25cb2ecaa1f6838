import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencies, type Currency, money, parseMajor, share, toMajor } from '#shared/money.ts'
import { checkFeeSchedule, coveredTotal, coverFee, feeData, toFeeSchedule, linearFee, linearTotal } from './fee.ts'
import { feeFor, feeSchedules, parseFeeSchedules } from './fee-schedules.ts'

const major = (major: string, currency: Currency) => parseMajor(major, currency)!

test.each([
  ['amounts-3', '20', 'USD', '0.91', '20.91'],
  ['amounts-3', '10', 'USD', '0.61', '10.61'],
  ['amounts-3', '30', 'USD', '1.20', '31.20'],
  ['amounts-3', '50', 'USD', '1.80', '51.80'],
  ['amounts-3', '100', 'USD', '3.30', '103.30'],
  ['amounts-3', '1', 'USD', '0.34', '1.34'],
  ['amounts-3', '23.20', 'USD', '1.00', '24.20'],
  ['amounts-3', '1000', 'USD', '30.18', '1030.18'],
  ['amounts-3', '25000', 'USD', '746.96', '25746.96'],
  ['amounts-3', '20', 'GBP', '0.64', '20.64'],
  ['amounts-3', '100', 'GBP', '2.19', '102.19'],
  ['amounts-3', '2000', 'JPY', '91', '2091'],
  ['amounts-3', '1010', 'JPY', '61', '1071'],
  ['amounts-3', '6.125', 'KWD', '0.286', '6.411'],
  ['amounts-3', '20', 'KWD', '0.700', '20.700'],
  ['amounts-3', '7', 'BHD', '0.312', '7.312'],
  ['amounts-3', '7.5', 'JOD', '0.430', '7.930'],
  ['amounts-3', '0', 'USD', '0.00', '0.00'],
] as const)('%s: covering the card fee of %s %s costs %s, in all %s [S2 §9]', (_, amount, currency, fee, total) => {
  const schedule = feeFor('card', currency)
  expect(toMajor(coverFee(major(amount, currency), schedule))).toBe(fee)
  expect(toMajor(coveredTotal(major(amount, currency), schedule))).toBe(total)
})

test.each([
  ['amounts-3', '20', '0.16'],
  ['amounts-3', '100', '0.81'],
  ['amounts-3', '1000', '8.06'],
  ['amounts-3', '3.10', '0.03'],
])('%s: covering the bank debit fee of %s dollars costs %s [S2 §9]', (_, amount, fee) => {
  expect(toMajor(coverFee(major(amount, 'USD'), feeFor('ach', 'USD')))).toBe(fee)
})

test.each([
  ['amounts-3', 'card', '20', '20.88'],
  ['amounts-3', 'card', '100', '103.20'],
  ['amounts-3', 'ach', '100', '100.80'],
  ['amounts-3', 'card', '0', '0.00'],
] as const)('%s: the linear %s total of %s dollars is %s [S2 §9]', (_, method, amount, total) => {
  expect(toMajor(linearTotal(major(amount, 'USD'), feeFor(method, 'USD')))).toBe(total)
})

test('amounts-3: a covered total leaves exactly the amount after the fee, from 1.00 to 1000.00', () => {
  const schedule = feeFor('card', 'USD')
  const wrong: bigint[] = []
  for (let minor = 100n; minor <= 100_000n; minor++) {
    const total = coveredTotal(money(minor, 'USD'), schedule)
    if (total.amount - linearFee(total, schedule).amount !== minor) wrong.push(minor)
  }
  expect(wrong).toEqual([])
})

test('a covered fee is at least the linear one and leaves the amount within one minor unit', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('card', 'ach', 'applepay', 'googlepay'),
      fc.constantFrom(...currencies),
      fc.bigInt(0n, 10n ** 12n),
      (method, currency, minor) => {
        const schedule = feeFor(method, currency)
        const amount = money(minor, currency)
        const total = coveredTotal(amount, schedule)
        expect(coverFee(amount, schedule).amount >= linearFee(amount, schedule).amount).toBe(true)
        const remaining = total.amount - linearFee(total, schedule).amount
        expect(remaining - minor <= 1n && minor - remaining <= 1n).toBe(true)
        expect(linearFee(amount, schedule).amount).toBe(
          minor === 0n ? 0n : share(amount, schedule.percentage, 'half-up').amount + schedule.fixed.amount,
        )
      },
    ),
  )
})

test('every currency has a valid schedule, and donations store its version', () => {
  for (const currency of currencies)
    for (const method of ['card', 'ach'] as const) {
      const schedule = feeFor(method, currency)
      expect(schedule.version).toBe('2026-11')
      expect(toFeeSchedule(JSON.parse(JSON.stringify(feeData(schedule))), currency)).toEqual(schedule)
      expect(schedule.fixed.currency).toBe(currency)
      expect(checkFeeSchedule(schedule)).toBeUndefined()
      expect(schedule.fixed.amount > 0n).toBe(method === 'card')
    }
  expect(feeFor('googlepay', 'GBP')).toEqual(feeFor('card', 'GBP'))
})

test('the fee of 20 is 0.63 by card in GBP and EUR, 0.88 in USD and 0.16 by bank debit [amounts-2]', () => {
  const fee = (method: 'card' | 'ach', currency: Currency) =>
    linearFee(money(2000n, currency), feeFor(method, currency)).amount
  expect([fee('card', 'GBP'), fee('card', 'EUR'), fee('card', 'USD'), fee('ach', 'USD')]).toEqual([63n, 63n, 88n, 16n])
})

test('amounts-2: a percentage below 0 or from 100 and a negative fixed part are refused', () => {
  const fixed = money(30n, 'USD')
  expect([1_000_000n, 1_500_000n, -1n].map((ppm) => checkFeeSchedule({ percentage: { ppm }, fixed })?.code)).toEqual(
    Array(3).fill('fee-percentage-out-of-range'),
  )
  expect(checkFeeSchedule({ percentage: { ppm: 0n }, fixed: money(0n, 'USD') })).toBeUndefined()
  expect(checkFeeSchedule({ percentage: { ppm: 29_000n }, fixed: money(-1n, 'USD') })).toEqual({
    code: 'fee-fixed-negative',
  })
})

test('an operator sets fees by currency and method, and a donation stores the entry as its fee version', () => {
  const schedules = parseFeeSchedules('card GBP 1.4% + 0.20, card * 2.5%, ach USD 0.25 % + 0')!
  expect(feeFor('applepay', 'GBP', schedules)).toEqual({
    version: 'card GBP 1.4% + 0.20',
    percentage: { ppm: 14_000n },
    fixed: money(20n, 'GBP'),
  })
  // For a currency that isn't named, the percentage applies and the fixed part keeps its default.
  expect(feeFor('card', 'KWD', schedules)).toEqual({
    version: 'card * 2.5%',
    percentage: { ppm: 25_000n },
    fixed: money(100n, 'KWD'),
  })
  expect(feeFor('ach', 'USD', schedules)).toEqual({
    version: 'ach USD 0.25 % + 0',
    percentage: { ppm: 2_500n },
    fixed: money(0n, 'USD'),
  })
  expect(feeFor('ach', 'GBP', schedules)).toEqual(feeFor('ach', 'GBP'))
  expect(coverFee(major('20', 'GBP'), feeFor('card', 'GBP', schedules))).toEqual(major('0.49', 'GBP'))
  // The order of entries doesn't matter.
  expect(feeFor('card', 'GBP', parseFeeSchedules('card * 2.5%,card   GBP 1.4% + 0.20')!)).toEqual(
    feeFor('card', 'GBP', schedules),
  )
  expect(parseFeeSchedules('')).toEqual(feeSchedules)
})

test.each([
  'GBP 1.4%',
  'card GBP',
  'card GBP 1.4',
  'card GBP 100%',
  'card GBP -1%',
  'card GBP 1.23456%',
  'card GBP 1.4% + 0.205',
  'card GBP 1.4% + -0.20',
  'card JPY 2.9% + 30.5',
  'card XYZ 1%',
  'card * 2.5% + 0.30',
  'wallet GBP 1%',
  'card GBP 1%, card GBP 2%',
  'card * 1%, card * 2%',
])('invalid fees are refused: %s', (text) => expect(parseFeeSchedules(text)).toBeUndefined())

test.each([
  'x card USD 2.9% + 0.30',
  'card USD 2.9% + 0.30 x',
  'card USD 2.9% + 0.30 0.40',
  'card USD 2.9 % %',
  'cards USD 2.9%',
  'card usd 2.9%',
  'card USD 100%',
])('the fee schedule "%s" is refused', (text) => expect(parseFeeSchedules(text)).toBeUndefined())

test.each(['card GBP 1.4%+0.20', 'card GBP 1.4 % + 0.20', ' card  GBP 1.4% +0.20 ', 'card GBP 1.4%+ 0.20'])(
  'the fee schedule "%s" is 1.4 %% and 20 pence',
  (text) => {
    expect(parseFeeSchedules(text)?.card.GBP).toMatchObject({ percentage: { ppm: 14_000n }, fixed: money(20n, 'GBP') })
  },
)
