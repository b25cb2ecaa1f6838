import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromMajor, toMajor } from '#shared/money.ts'
import { coveredTotal, type FeeSchedule, linearFee } from './fee.ts'
import { zakatEligibleAfterRefunds, zakatEligibleAmount, type ZakatFeeBearer } from './zakat-eligible.ts'

const fee = (ppm: bigint, fixed: string): FeeSchedule => ({
  version: 'test',
  percentage: { ppm },
  fixed: fromMajor(fixed, 'USD'),
})
const card = fee(29_000n, '0.30')
const hundred = fromMajor('100', 'USD')

test.each([
  ['100', card, '103.30'],
  ['20', card, '20.91'],
  ['1000', fee(22_000n, '0.20'), '1022.70'],
  ['100', fee(50_000n, '0.30'), '105.58'],
])('covering the fee of %s charges the grossed-up total', (amount, schedule, charged) => {
  const total = coveredTotal(fromMajor(amount, 'USD'), schedule)
  expect(toMajor(total)).toBe(charged)
  expect(total.amount - linearFee(total, schedule).amount).toBe(fromMajor(amount, 'USD').amount)
})

test('adding the linear fee would leave too little', () => {
  const naive = { ...hundred, amount: hundred.amount + linearFee(hundred, card).amount }
  expect(toMajor(naive)).toBe('103.20')
  expect(naive.amount - linearFee(naive, card).amount).toBe(9991n)
})

test.each<[ZakatFeeBearer, bigint, string]>([
  ['zakat', 10_000n, '96.80'],
  ['donor', 10_000n, '100.00'],
  ['zakat', 8000n, '77.44'],
  ['donor', 8000n, '80.00'],
  ['platform', 8000n, '80.00'],
  ['sponsor', 10_000n, '100.00'],
  ['donor', 3333n, '33.33'],
  ['zakat', 3333n, '32.26'],
])('with the fee borne by %s and %s eligible, %s of 100 counts [zakat-18]', (bearer, eligibleBps, eligible) => {
  const amount = zakatEligibleAmount({
    amount: hundred.amount,
    fee: linearFee(hundred, card).amount,
    bearer,
    eligibleBps,
  })
  expect(toMajor({ ...hundred, amount })).toBe(eligible)
})

test.each<[string, ZakatFeeBearer, bigint, bigint, bigint, bigint]>([
  ['half, its fee restored in proportion', 'zakat', 5000n, 160n, 10_000n, 4840n],
  ['half, with the whole fee still borne', 'zakat', 5000n, 0n, 10_000n, 4680n],
  ['half of a covered donation', 'donor', 5000n, 0n, 8000n, 4000n],
  ['all of it', 'zakat', 10_000n, 320n, 10_000n, 0n],
  ['nearly all, less than the fee left', 'zakat', 9900n, 0n, 10_000n, 0n],
])('after a refund of %s [zakat-18]', (_, bearer, returned, feeRestored, eligibleBps, eligible) => {
  const donation = { amount: 10_000n, fee: 320n, bearer, eligibleBps }
  expect(zakatEligibleAfterRefunds({ ...donation, returned, feeRestored })).toBe(eligible)
})

test('the eligible part is never negative and never more than the donation [zakat-18]', () => {
  const minor = fc.bigInt(0n, 10n ** 9n)
  const bps = fc.bigInt(0n, 10_000n)
  const bearer = fc.constantFrom<ZakatFeeBearer>('donor', 'zakat', 'platform', 'sponsor')
  fc.assert(
    fc.property(minor, minor, bearer, bps, (amount, charged, by, eligibleBps) => {
      const eligible = zakatEligibleAmount({ amount, fee: charged, bearer: by, eligibleBps })
      expect(eligible >= 0n && eligible <= amount).toBe(true)
    }),
  )
})
