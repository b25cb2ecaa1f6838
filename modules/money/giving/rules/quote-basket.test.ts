import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencies, type Currency, money, zero } from '#shared/money.ts'
import { chargeStep } from './charge-step.ts'
import { coverFee } from './fees/fee.ts'
import { feeFor } from './fees/fee-schedules.ts'
import { quoteBasket } from './quote-basket.ts'
import { quoteDonation } from './quote.ts'

/** Amounts are tens of minor units and therefore multiples of every currency's charge step. */
const line = fc.record({
  minor: fc.bigInt(10n, 10n ** 7n).map((tens) => tens * 10n),
  tip: fc.bigInt(0n, 10n ** 5n).map((tens) => tens * 10n),
  quantity: fc.integer({ min: 1, max: 9 }),
  isZakat: fc.boolean(),
  maximizeZakat: fc.boolean(),
  isZakatVerified: fc.boolean(),
})
type Line = typeof line extends fc.Arbitrary<infer Each> ? Each : never
const request = (currency: Currency, { minor, tip, isZakatVerified, ...rest }: Line, position: number) => ({
  quoteData: {
    campaignId: String(position),
    currency,
    fee: feeFor('card', currency),
    zakatVariant: 'maximize' as const,
    isZakatVerified,
    zakatEligibleBps: 10_000,
    zakatFees: 'zakat' as const,
  },
  request: {
    ...rest,
    amount: money(minor, currency),
    tip: money(tip, currency),
    giftAid: false,
    taxReceipt: false,
    paymentMethod: 'card',
  },
})

test('a basket with one line costs the same as its donation alone', () => {
  fc.assert(
    fc.property(fc.constantFrom(...currencies), line, (currency, input) => {
      const one = request(currency, input, 1)
      expect(quoteBasket([one])).toEqual([quoteDonation(one.quoteData, one.request)])
    }),
  )
})

test('the fixed fee is charged once, the lines add up to the total, and the total is on the charge step', () => {
  fc.assert(
    fc.property(fc.constantFrom(...currencies), fc.array(line, { minLength: 1, maxLength: 12 }), (currency, items) => {
      const lines = items.map((item, index) => request(currency, item, index))
      const quotes = quoteBasket(lines)
      const sum = (amounts: readonly { amount: bigint }[]) => amounts.reduce((total, { amount }) => total + amount, 0n)
      const total = sum(quotes.map((quote) => quote.total))
      expect(total).toBe(sum(quotes.flatMap((quote) => [quote.gift, quote.tip, quote.coveredFee])))
      expect(total % chargeStep(currency)).toBe(0n)
      const covered = quotes.filter((quote) => quote.maximizeZakat)
      const fee =
        covered.length === 0
          ? zero(currency)
          : coverFee(money(sum(covered.map((quote) => quote.gift)), currency), feeFor('card', currency))
      const extra = sum(covered.map((quote) => quote.coveredFee)) - fee.amount
      expect(extra >= 0n && extra < chargeStep(currency)).toBe(true)
      for (const quote of quotes) {
        expect(quote.feeShare.amount <= quote.gift.amount || quote.maximizeZakat).toBe(true)
        expect(quote.zakatEligible.amount <= quote.gift.amount).toBe(true)
      }
      for (const quote of covered) expect(quote.zakatEligible).toEqual(quote.gift)
    }),
  )
})

test('two covered lines of 20.00 share one fixed fee, and a third, uncovered, bears its percentage [amounts-5]', () => {
  const zakat = { minor: 2000n, tip: 0n, quantity: 1, isZakat: true, maximizeZakat: true, isZakatVerified: true }
  const quotes = quoteBasket(
    [zakat, zakat, { ...zakat, isZakat: false }].map((item, index) => request('USD', item, index)),
  )
  // (4000 + 30) / (1 − 0.029) = 4150.36; 150 = 75 + 75.
  expect(quotes.map((quote) => quote.coveredFee.amount)).toEqual([75n, 75n, 0n])
  expect(quotes.map((quote) => quote.feeShare.amount)).toEqual([75n, 75n, 58n])
})

test('beside covered lines, the others bear their own percentage, rounded separately [amounts-5]', () => {
  const zakat = { minor: 2000n, tip: 0n, quantity: 1, isZakat: true, maximizeZakat: true, isZakatVerified: true }
  const plain = { ...zakat, minor: 1050n, isZakat: false }
  const quotes = quoteBasket([zakat, plain, zakat].map((item, index) => request('USD', item, index)))
  // 2.9 % of 10.50 is 0.3045.
  expect(quotes.map((quote) => quote.feeShare.amount)).toEqual([75n, 30n, 75n])
})

test('the last covered fee is rounded up to the step, and other amounts stay as requested [amounts-6]', () => {
  const line = { minor: 5010n, tip: 20n, quantity: 1, isZakat: false, maximizeZakat: false, isZakatVerified: true }
  const covered = { ...line, isZakat: true, maximizeZakat: true }
  const [first, second, third] = quoteBasket([covered, covered, line].map((item, index) => request('KWD', item, index)))
  expect([first, second, third].map((quote) => [quote!.gift.amount, quote!.tip.amount])).toEqual([
    [5010n, 20n],
    [5010n, 20n],
    [5010n, 20n],
  ])
  const fee = coverFee(money(10_020n, 'KWD'), feeFor('card', 'KWD')).amount
  expect([first!.coveredFee.amount, third!.coveredFee.amount]).toEqual([fee / 2n, 0n])
  expect((first!.coveredFee.amount + second!.coveredFee.amount) % 10n).toBe(0n)
})

test('an empty basket costs nothing', () => expect(quoteBasket([])).toEqual([]))
