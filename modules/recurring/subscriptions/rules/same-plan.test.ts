import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
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

describe('two plans differ', () => {
  const monthly: DonationsOfPlan = {
    planId: 'plan',
    schedule: { kind: 'week', weekday: 5 } as Schedule,
    currency: 'GBP',
    portions: { each: { gift: '1000', tip: '0' } },
    causes: [
      { campaignId: 'a', share: 7000 },
      { campaignId: 'b', share: 3000 },
    ],
    levelId: null,
    isZakat: false,
  }
  const nights = (byNumber: Record<number, string>): DonationsOfPlan => ({
    ...monthly,
    portions: {
      byNumber: Object.fromEntries(Object.entries(byNumber).map(([number, gift]) => [number, { gift, tip: '0' }])),
    },
  })
  const areSame = (one: DonationsOfPlan, other: DonationsOfPlan) => donationsOf(one) === donationsOf(other)

  test('if a night has another amount, or another night is chosen', () => {
    expect(areSame(nights({ 1: '500', 27: '900' }), nights({ 1: '500', 27: '900' }))).toBe(true)
    expect(areSame(nights({ 1: '500', 27: '900' }), nights({ 1: '900', 27: '500' }))).toBe(false)
    expect(areSame(nights({ 1: '500', 27: '900' }), nights({ 1: '500', 29: '900' }))).toBe(false)
  })

  test('if a cause has another share, or another cause is chosen', () => {
    const causes = (...shares: [string, number][]): DonationsOfPlan => ({
      ...monthly,
      causes: shares.map(([campaignId, share]) => ({ campaignId, share })),
    })
    expect(areSame(causes(['b', 3000], ['a', 7000]), monthly)).toBe(true)
    expect(areSame(causes(['a', 3000], ['b', 7000]), monthly)).toBe(false)
    expect(areSame(causes(['a', 7000], ['c', 3000]), monthly)).toBe(false)
  })

  test('if only one has a level', () => {
    expect(areSame({ ...monthly, levelId: 7n }, { ...monthly, levelId: 7n })).toBe(true)
    expect(areSame({ ...monthly, levelId: 7n }, monthly)).toBe(false)
  })
})
