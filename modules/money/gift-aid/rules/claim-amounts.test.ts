import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { money } from '#shared/money.ts'
import { type Rate } from '#modules/platform/currencies/rules/rate.ts'
import { rateHistory } from '#modules/platform/currencies/rules/rate-of-day.ts'
import { areBenefitsWithinLimit, benefitsOfYear } from './benefits.ts'
import { adjustmentTax, returnedPence, sterlingValue, taxOnGifts } from './claim-amounts.ts'

const rate = (currency: Rate['currency'], day: string, perEuro: bigint): Rate => ({
  currency,
  day,
  perEuro,
  source: 'ecb',
})
const rates = rateHistory([
  rate('GBP', '2026-11-02', 8_500_000_000n),
  rate('USD', '2026-11-02', 11_000_000_000n),
  rate('JPY', '2026-11-02', 1_700_000_000_000n),
])
const day = localDate('2026-11-02')

test.each([
  ['GBP', 20_01n, 20_01n],
  // 20.00 USD × 0.85 / 1.10 = 15.4545…
  ['USD', 20_00n, 15_45n],
  // 1 USD × 0.85 / 1.10 = 0.7727…
  ['USD', 1_00n, 77n],
  // 1,010 yen × 0.85 / 170 = 5.05
  ['JPY', 1_010n, 5_05n],
  // 1 yen = 0.005, which rounds up
  ['JPY', 1n, 1n],
] as const)('%s %d are %d pence at the rate of the day, half-up [gift-aid-10]', (currency, amount, pence) => {
  expect(sterlingValue(money(amount, currency), day, rates)).toBe(pence)
})

test('a currency without a rate has no value in pence [gift-aid-10]', () => {
  expect(sterlingValue(money(100n, 'KWD'), day, rates)).toBeUndefined()
})

test.each([
  [25_00n, 100_00n, true],
  [25_01n, 100_00n, false],
  [30_00n, 200_00n, true],
  [30_01n, 200_00n, false],
  [70_00n, 1_000_00n, true],
  [2_500_00n, 100_000_00n, true],
  [2_500_01n, 100_000_00n, false],
  [0n, 1n, true],
])('a benefit of %d for %d pounds is within the limit: %s [gift-aid-11]', (benefit, gift, isWithin) => {
  expect(areBenefitsWithinLimit({ gift, benefit, currency: 'GBP' }, benefit)).toBe(isWithin)
})

test('the limit of another currency is 5 %, and £2,500 a year counts for all [gift-aid-11]', () => {
  expect(areBenefitsWithinLimit({ gift: 100_00n, benefit: 5_00n, currency: 'USD' }, 4_00n)).toBe(true)
  expect(areBenefitsWithinLimit({ gift: 100_00n, benefit: 5_01n, currency: 'USD' }, 4_00n)).toBe(false)
  expect(areBenefitsWithinLimit({ gift: 100_00n, benefit: 1_00n, currency: 'GBP' }, 2_500_01n)).toBe(false)
  expect(areBenefitsWithinLimit({ gift: 100_00n, benefit: 0n, currency: 'GBP' }, 9_999_99n)).toBe(true)
})

test('benefits of a year count up to and with the donation, from 6 April on [gift-aid-11]', () => {
  const given = (id: string, givenOn: string, benefitPence: bigint | undefined) => ({
    id,
    givenOn: localDate(givenOn),
    benefitPence,
  })
  const donations = [
    given('before', '2026-04-05', 1n),
    given('first', '2026-04-06', 10n),
    given('no-rate', '2026-05-06', undefined),
    given('second', '2027-04-05', 100n),
    given('next', '2027-04-06', 1_000n),
  ]
  expect(donations.map(({ id }) => benefitsOfYear(donations, id))).toEqual([1n, 10n, 10n, 110n, 1_000n])
  expect(benefitsOfYear(donations, 'unknown')).toBe(0n)
})

test('an adjustment is a quarter of the returned gifts, rounded up once [gift-aid-15]', () => {
  expect(adjustmentTax([])).toBe(0n)
  expect(adjustmentTax([20_00n])).toBe(5_00n)
  expect(adjustmentTax([1n])).toBe(1n)
  expect(adjustmentTax([1n, 1n, 1n, 1n])).toBe(1n)
  expect(taxOnGifts([1n, 1n, 1n])).toBe(0n)
  expect(taxOnGifts([20_00n, 10_03n])).toBe(7_50n)
})

const pence = fc.bigInt(0n, 1_000_000n)

test('returned parts of a gift sum to what the claim named, at its rate [gift-aid-15]', () => {
  const refunds = fc.array(fc.bigInt(0n, 500_000n), { maxLength: 5 })
  fc.assert(
    fc.property(fc.bigInt(1n, 1_000_000n), fc.bigInt(1n, 2_000_000n), refunds, (gift, claimedPence, parts) => {
      const claimed = { gift, claimedPence, refundedAtClaim: 0n }
      let refundedFrom = 0n
      let returned = 0n
      for (const part of [...parts, gift]) {
        const refundedTo = refundedFrom + part > gift ? gift : refundedFrom + part
        returned += returnedPence({ ...claimed, refundedFrom, refundedTo })
        refundedFrom = refundedTo
      }
      expect(returned).toBe(claimedPence)
    }),
  )
})

test.each([
  ['all', { gift: 20_00n, refundedAtClaim: 0n, claimedPence: 20_00n, refundedFrom: 0n, refundedTo: 20_00n }, 20_00n],
  ['half', { gift: 20_00n, refundedAtClaim: 0n, claimedPence: 20_00n, refundedFrom: 0n, refundedTo: 10_01n }, 10_01n],
  [
    'the rest',
    { gift: 20_00n, refundedAtClaim: 5_00n, claimedPence: 15_00n, refundedFrom: 5_00n, refundedTo: 8_00n },
    3_00n,
  ],
  [
    'of 20.00 USD',
    { gift: 20_00n, refundedAtClaim: 0n, claimedPence: 15_45n, refundedFrom: 0n, refundedTo: 10_00n },
    7_72n,
  ],
  ['nothing', { gift: 20_00n, refundedAtClaim: 0n, claimedPence: 20_00n, refundedFrom: 10_00n, refundedTo: 5_00n }, 0n],
])('a refund of %s returns its part of the claim [gift-aid-15]', (_, claimed, expected) => {
  expect(returnedPence(claimed)).toBe(expected)
})

test('the charity never keeps tax on returned gifts, and repays at most a penny more [gift-aid-15]', () => {
  fc.assert(
    fc.property(fc.array(pence, { maxLength: 20 }), (returned) => {
      const sum = returned.reduce((total, amount) => total + amount, 0n)
      const tax = adjustmentTax(returned)
      expect(tax * 4n >= sum && tax * 4n < sum + 4n).toBe(true)
      expect(tax - taxOnGifts(returned) <= 1n).toBe(true)
    }),
  )
})
