import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Schedule } from '#modules/recurring/plans/rules/schedule.ts'
import { type DonationsOfPlan, donationsOf } from './same-plan.ts'

const gift = fc.bigInt({ min: 1n, max: 10n ** 9n }).map(String)
const portion = fc.record({ gift, tip: gift })
const plan: fc.Arbitrary<DonationsOfPlan> = fc.record({
  planId: fc.uuid(),
  schedule: fc.constant<Schedule>({ kind: 'week', weekday: 5 } as Schedule),
  currency: fc.constantFrom('GBP', 'USD'),
  portions: fc.oneof(
    fc.record({ each: portion }),
    fc.record({ byNumber: fc.dictionary(fc.integer({ min: 1, max: 30 }).map(String), portion, { minKeys: 1 }) }),
  ),
  causes: fc.uniqueArray(fc.record({ campaignId: fc.nat().map(String), share: fc.nat(10_000) }), {
    minLength: 1,
    maxLength: 5,
    selector: ({ campaignId }) => campaignId,
  }),
  levelId: fc.option(fc.bigInt({ min: 1n, max: 10n ** 12n })),
  isZakat: fc.boolean(),
})

test('the order of causes and of nights, and the tip, don’t make another plan (recurring-33)', () => {
  fc.assert(
    fc.property(plan, gift, (given, tip) => {
      const { portions } = given
      const other =
        'each' in portions
          ? { each: { gift: portions.each.gift, tip } }
          : { byNumber: Object.fromEntries(Object.entries(portions.byNumber).toReversed()) }
      const same = { ...given, causes: given.causes.toReversed(), portions: other }
      expect(donationsOf(same)).toBe(donationsOf(given))
    }),
  )
})

test('another amount, currency, plan, frequency, level or zakat makes another plan', () => {
  fc.assert(
    fc.property(plan, (given) => {
      const others: DonationsOfPlan[] = [
        { ...given, planId: `${given.planId}x` },
        { ...given, schedule: { kind: 'month', anchorDay: 1 } as never },
        { ...given, currency: 'KWD' },
        { ...given, portions: { each: { gift: '0', tip: '0' } } },
        { ...given, levelId: (given.levelId ?? 0n) + 1n },
        { ...given, isZakat: !given.isZakat },
        { ...given, causes: [] },
      ]
      for (const other of others) expect(donationsOf(other)).not.toBe(donationsOf(given))
    }),
  )
})
