import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Currency, fromMajor, money, toMajor } from '#shared/money.ts'
import { feeFor } from './fees/fee-schedules.ts'
import { type QuoteData, quoteDonation } from './quote.ts'
import { feeBearerOf, zakatEligibleOf, zakatFeesChoices } from './zakat-eligible.ts'

const usd = 'USD' satisfies Currency
const quote = (quoteData: Partial<QuoteData>, request: { isZakat?: boolean; maximizeZakat?: boolean } = {}) =>
  quoteDonation(
    {
      campaignId: '1',
      currency: usd,
      fee: feeFor('card', usd),
      zakatVariant: 'maximize',
      isZakatVerified: true,
      zakatEligibleBps: 10_000,
      zakatFees: 'zakat',
      ...quoteData,
    },
    {
      amount: fromMajor('100', usd),
      tip: money(0n, usd),
      quantity: 1,
      isZakat: true,
      maximizeZakat: false,
      giftAid: false,
      taxReceipt: false,
      paymentMethod: 'card',
      ...request,
    },
  )

test.each([
  ['zakat', 10_000, false, '96.80', 'campaign'],
  ['zakat', 8000, false, '77.44', 'campaign'],
  ['zakat', 8000, true, '80.00', 'campaign'],
  ['platform', 10_000, false, '100.00', 'platform'],
  ['platform', 8000, false, '80.00', 'platform'],
  ['platform', 8000, true, '80.00', 'campaign'],
  ['sponsor', 8000, false, '80.00', 'sponsor'],
  ['sponsor', 10_000, true, '100.00', 'campaign'],
] as const)('fees %s, %i of 10,000, covered %s: of 100.00 %s counts (zakat-1, ledger-12)', (...row) => {
  const [zakatFees, zakatEligibleBps, maximizeZakat, eligible, feeBearer] = row
  const priced = quote({ zakatFees, zakatEligibleBps }, { maximizeZakat })
  expect([toMajor(priced.zakatEligible), priced.feeBearer]).toEqual([eligible, feeBearer])
  expect(toMajor(priced.total)).toBe(maximizeZakat ? '103.30' : '100.00')
})

test('the campaign bears the fee of a donation that isn’t zakat, under every setting', () => {
  for (const zakatFees of zakatFeesChoices) {
    const priced = quote({ zakatFees, zakatEligibleBps: 8000 }, { isZakat: false })
    expect([priced.feeBearer, priced.zakatEligible.amount, priced.zakatEligibleBps]).toEqual(['campaign', 0n, null])
    expect(feeBearerOf(zakatFees, { isZakat: true, isCovered: true })).toBe('campaign')
  }
})

test('the zakat is between zero and the donation, and a smaller fee never lowers it', () => {
  const whole = fc.bigInt(0n, 10n ** 12n)
  fc.assert(
    fc.property(whole, whole, whole, fc.integer({ min: 1, max: 10_000 }), (gift, one, other, bps) => {
      const [fee, less] = one > other ? [one, other] : [other, one]
      const eligible = zakatEligibleOf({ gift, fee, bps })
      expect(eligible >= 0n && eligible <= gift).toBe(true)
      expect(zakatEligibleOf({ gift, fee: less, bps })).toBeGreaterThanOrEqual(eligible)
      if (gift > fee) expect(eligible).toBe(((gift - fee) * BigInt(bps)) / 10_000n)
    }),
  )
})
