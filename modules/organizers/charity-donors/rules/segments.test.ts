import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencies } from '#shared/currencies.ts'
import { money } from '#shared/money.ts'
import { dayMs } from '#shared/time.ts'
import { minimumAmount } from '#modules/platform/currencies/rules/amounts.ts'
import { type DonorFacts, majorAmount, segmentsOf } from './segments.ts'

const now = new Date('2026-11-20T12:00:00Z')
const anyDonor = fc.record({
  donations: fc.integer({ min: 0, max: 50 }),
  lastAt: fc.date({ min: new Date('2020-01-01'), max: now, noInvalidDate: true }),
  totals: fc.array(
    fc.record({ amount: fc.bigInt({ min: 0n, max: 10_000_000n }), currency: fc.constantFrom(...currencies) }),
  ),
  hasZakat: fc.boolean(),
  hasPlan: fc.boolean(),
  hasMonthlyPlan: fc.boolean(),
})
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
const aDonor: DonorFacts = {
  donations: 2,
  lastAt: daysAgo(10),
  totals: [money(4000n, 'GBP')],
  hasZakat: false,
  hasPlan: false,
  hasMonthlyPlan: false,
}

test.each([
  [{}, []],
  [{ donations: 1 }, ['first-time']],
  [{ lastAt: daysAgo(366) }, ['lapsed']],
  [{ lastAt: daysAgo(364) }, []],
  [{ lastAt: daysAgo(500), hasPlan: true }, []],
  [{ hasPlan: true, hasMonthlyPlan: true }, ['monthly']],
  [{ totals: [money(99_999n, 'GBP'), money(99_999n, 'USD')] }, []],
  [{ totals: [money(99_999n, 'GBP'), money(100_000n, 'USD')] }, ['major']],
  [{ hasZakat: true }, ['zakat']],
] as const)('puts %o into %j', (over, expected) => {
  expect(segmentsOf({ ...aDonor, ...over }, now)).toEqual(expected)
})

test('no one is both lapsed and a monthly donor, and each segment depends on its own facts only', () => {
  fc.assert(
    fc.property(anyDonor, (donor) => {
      const consistent = { ...donor, hasPlan: donor.hasPlan || donor.hasMonthlyPlan }
      const found = segmentsOf(consistent, now)
      expect(found.includes('lapsed') && found.includes('monthly')).toBe(false)
      expect(found.includes('first-time')).toBe(donor.donations === 1)
      expect(found.includes('zakat')).toBe(donor.hasZakat)
      expect(found.includes('monthly')).toBe(donor.hasMonthlyPlan)
      expect(segmentsOf({ ...consistent, totals: [] }, now)).toEqual(found.filter((segment) => segment !== 'major'))
    }),
  )
})

test('giving more never takes a donor out of the major donors, and waiting never out of the lapsed', () => {
  fc.assert(
    fc.property(
      anyDonor,
      fc.bigInt({ min: 0n, max: 1_000_000n }),
      fc.integer({ min: 0, max: 900 }),
      (donor, more, days) => {
        const found = segmentsOf(donor, now)
        const richer = donor.totals.map(({ amount, currency }) => money(amount + more, currency))
        if (found.includes('major')) expect(segmentsOf({ ...donor, totals: richer }, now)).toContain('major')
        const later = new Date(now.getTime() + days * dayMs)
        if (found.includes('lapsed')) expect(segmentsOf(donor, later)).toContain('lapsed')
      },
    ),
  )
})

test('a major donation is of similar value in each currency', () => {
  for (const currency of currencies) {
    const ratio = majorAmount(currency).amount / minimumAmount(currency).amount
    expect(ratio, currency).toBeGreaterThan(500n)
    expect(ratio, currency).toBeLessThan(2500n)
  }
})
