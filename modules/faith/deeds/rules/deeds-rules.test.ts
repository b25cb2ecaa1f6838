import { addDays, daysBetween } from '#shared/date-arithmetic.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { animals } from '#modules/faith/qurbani/rules/animals.ts'
import { categories } from '#modules/causes/campaigns/rules/category.ts'
import { type LocalDate, localDate } from '#shared/calendar.ts'
import { money } from '#shared/money.ts'
import { badgesOf } from './badges.ts'
import { type CountedDonation, summarizeDonations } from './deeds-figures.ts'
import { deedsOpenAt, deedsYear, latestDeedsYear } from './deeds-year.ts'
import { givingStyle, type StyleData } from './giving-style.ts'
import { remainingShares } from './remaining-shares.ts'
import { ninetiethPercentile, topTenThreshold } from './ranking.ts'
import { longestRun, streakBadges } from './streaks.ts'

describe('the year', () => {
  test.each([
    [1446, '2024-07-07', '2025-06-26', 354],
    [1447, '2025-06-26', '2026-06-16', 355],
    [1448, '2026-06-16', '2027-06-06', 355],
  ])('%i runs from %s up to %s, %i days [deeds-1]', (hijriYear, start, end, days) => {
    const year = deedsYear(hijriYear)
    expect([year.start, year.end, daysBetween(year.start, year.end)]).toEqual([start, end, days])
    expect(year.months).toHaveLength(12)
    expect(year.months[0]).toBe(start)
  })

  test('1447 has 51 Fridays', () => {
    const { start } = deedsYear(1447)
    const all = Array.from({ length: 355 }, (_, index) => addDays(start, index))
    expect(all.filter((day) => new Date(day).getUTCDay() === 5)).toHaveLength(51)
  })

  test('a year opens at 12:00 UTC on 2 Muharram, not a moment before [deeds-1]', () => {
    expect(deedsOpenAt(1447).toISOString()).toBe('2026-06-17T12:00:00.000Z')
    expect(latestDeedsYear(new Date('2026-06-17T11:59:59.999Z'))).toBe(1446)
    expect(latestDeedsYear(new Date('2026-06-17T12:00:00Z'))).toBe(1447)
    expect(latestDeedsYear(new Date('2026-11-26T00:00:00Z'))).toBe(1447)
  })

  test('years follow each other without a gap', () => {
    fc.assert(fc.property(fc.integer({ min: 1300, max: 1598 }), (y) => deedsYear(y).end === deedsYear(y + 1).start))
  })
})

describe('streaks', () => {
  const day = (offset: number): LocalDate => addDays(localDate('2025-06-26'), offset)

  test('a run is days that follow each other; repeats and order do not matter [deeds-5]', () => {
    expect(longestRun([], 1)).toBe(0)
    expect(longestRun([day(3), day(1), day(2), day(2), day(7)], 1)).toBe(3)
    expect(longestRun([day(0), day(7), day(14), day(28)], 7)).toBe(3)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 60 })), (offsets) => {
        const days = offsets.map(day)
        const run = longestRun(days, 1)
        const held = new Set(offsets)
        const isRun = (from: number, length: number) =>
          Array.from({ length }, (_, index) => held.has(from + index)).every(Boolean)
        expect(run === 0 || offsets.some((from) => isRun(from, run))).toBe(true)
        expect(offsets.some((from) => isRun(from, run + 1))).toBe(false)
      }),
    )
  })

  test.each([
    [2, []],
    [3, [3]],
    [29, [3, 7, 14]],
    [100, [3, 7, 14, 30, 100]],
  ])('a streak of %i days lights its badges', (streak, lit) => {
    const badges = streakBadges(streak)
    expect(badges).toHaveLength(5)
    expect(badges.filter(({ isReached }) => isReached).map(({ days }) => days)).toEqual(lit)
  })
})

describe('ranks', () => {
  test('no donor is ranked if there are fewer than 100 [deeds-4]', () => {
    const few = Array.from({ length: 99 }, (_, index) => BigInt(index))
    expect([topTenThreshold(few), ninetiethPercentile(few)]).toEqual([undefined, undefined])
  })

  test('the top 10 % are those whose rank is at most a tenth, ties included', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: 30n }), { minLength: 100, maxLength: 130 }), (values) => {
        const threshold = topTenThreshold(values)!
        for (const value of values) {
          const rank = 1 + values.filter((other) => other > value).length
          expect(value >= threshold).toBe(rank <= Math.ceil(values.length / 10))
        }
        const percentile = ninetiethPercentile(values)!
        expect(values.filter((value) => value <= percentile).length * 10).toBeGreaterThanOrEqual(values.length * 9)
        expect(values.filter((value) => value < percentile).length * 10).toBeLessThan(values.length * 9)
      }),
    )
  })
})

describe('giving style', () => {
  const makeData = (over: Partial<StyleData>): StyleData => ({
    donations: 1,
    anonymousDonations: 0,
    emergencyDonations: 0,
    amount: 10_000n,
    sacredAmount: 0n,
    months: 1,
    weeks: 1,
    planDays: 0,
    isGenerous: false,
    referrals: 0,
    ...over,
  })

  test.each<[Partial<StyleData>, string, object]>([
    [{ donations: 3, anonymousDonations: 2 }, 'The Humble Heart', { code: 'anonymous', anonymous: 2, donations: 3 }],
    [{ donations: 2, anonymousDonations: 2 }, 'The Social Sharer', { code: 'referrals', referrals: 0 }],
    [{ donations: 9, anonymousDonations: 7 }, 'The Humble Heart', { code: 'anonymous', anonymous: 7, donations: 9 }],
    [{ donations: 5, sacredAmount: 6_000n }, 'The Devoted Seeker', { code: 'sacred', percent: 60 }],
    [{ donations: 5, sacredAmount: 6_499n }, 'The Devoted Seeker', { code: 'sacred', percent: 64 }],
    [{ donations: 5, sacredAmount: 5_999n }, 'The Social Sharer', { code: 'referrals', referrals: 0 }],
    [{ donations: 4, sacredAmount: 10_000n }, 'The Social Sharer', { code: 'referrals', referrals: 0 }],
    [
      { donations: 5, emergencyDonations: 2 },
      'The Emergency Responder',
      { code: 'emergency', emergency: 2, donations: 5 },
    ],
    [{ donations: 1, emergencyDonations: 1 }, 'The Social Sharer', { code: 'referrals', referrals: 0 }],
    [{ months: 9, weeks: 30 }, 'The Consistent Giver', { code: 'months', months: 9 }],
    [{ weeks: 26 }, 'The Consistent Giver', { code: 'weeks', weeks: 26 }],
    [{ planDays: 180 }, 'The Consistent Giver', { code: 'plan', days: 180 }],
    [{ planDays: 179, isGenerous: true }, 'The Big Giver', { code: 'generous' }],
    [{ referrals: 4 }, 'The Social Sharer', { code: 'referrals', referrals: 4 }],
  ])('%o is %s [deeds-6]', (over, style, reason) => {
    expect(givingStyle(makeData(over))).toEqual({ style, reason })
  })
})

test('a badge is earned by a figure that is not zero, in the order of the story [S1 §2.1]', () => {
  const none = { zakatAmount: 0n, dailyDays: 0, fridays: 0, ramadanAmount: 0n, dhulHijjahAmount: 0n, animals: 0 }
  expect(badgesOf(none)).toEqual([])
  expect(badgesOf({ ...none, fridays: 2, zakatAmount: 1n, animals: 7 })).toEqual(['zakat', 'friday-givers', 'qurbani'])
})

describe('qurbani shares', () => {
  const cow = { animal: 'cow', unit: 'share', animalPrice: money(42_000n, 'GBP') } as const
  const remaining = (item: Parameters<typeof remainingShares>[0], quantity: number, paid: bigint, rest: bigint) =>
    remainingShares(item, { quantity, paid, left: rest })

  test.each([
    [cow, 3, 18_000n, 18_000n, 3],
    [cow, 3, 18_000n, 12_000n, 2],
    [cow, 3, 18_000n, 12_001n, 3],
    [cow, 3, 18_000n, 1n, 1],
    [{ ...cow, unit: 'animal' } as const, 2, 84_000n, 84_000n, 14],
    [{ ...cow, unit: 'animal' } as const, 2, 84_000n, 42_000n, 7],
    [{ animal: 'goat', unit: 'animal', animalPrice: money(9_500n, 'GBP') } as const, 4, 38_000n, 19_000n, 2],
  ])('of %o, %i ordered for %i of which %i is left: %i shares', (item, quantity, paid, rest, shares) => {
    expect(remaining(item, quantity, paid, rest)).toBe(shares)
  })
})

describe('figures', () => {
  const year = deedsYear(1447)
  const donation = fc.record<CountedDonation>({
    campaignId: fc.bigInt({ min: 1n, max: 6n }),
    campaignName: fc.constant('Wells'),
    category: fc.constantFrom(...categories),
    country: fc.constantFrom('PK', 'YE', null),
    day: fc.integer({ min: -3, max: 358 }).map((offset) => addDays(year.start, offset)),
    occurrenceOn: fc.option(fc.integer({ min: -5, max: 358 }).map((offset) => addDays(year.start, offset))),
    programme: fc.constantFrom(null, 'FridayGivers', 'DailyGivers', 'DhulHijjah', 'Ramadan30Nights'),
    amount: fc.bigInt({ min: 1n, max: 10_000n }),
    zakat: fc.constant(0n),
    hasZakat: fc.constant(false),
    isAnonymous: fc.boolean(),
    qurbani: fc.option(fc.record({ animal: fc.constantFrom(...animals), shares: fc.integer({ min: 1, max: 20 }) })),
  })

  test('parts add up to the whole, whatever the order of donations [deeds-3]', () => {
    fc.assert(
      fc.property(fc.array(donation, { maxLength: 30 }), (donations) => {
        const within = donations.filter(({ day }) => day >= year.start && day < year.end)
        const all = summarizeDonations(year, donations)
        expect(summarizeDonations(year, donations.toReversed())).toEqual(all)
        expect(all.donations).toBe(within.length)
        expect(all.amount).toBe(within.reduce((sum, { amount }) => sum + amount, 0n))
        const perCampaign = [1n, 2n, 3n, 4n, 5n, 6n].map((id) =>
          summarizeDonations(
            year,
            donations.filter(({ campaignId }) => campaignId === id),
          ),
        )
        expect(perCampaign.reduce((sum, { amount }) => sum + amount, 0n)).toBe(all.amount)
        expect(all.topCampaign?.amount ?? 0n).toBe(
          perCampaign.reduce((most, { amount }) => (amount > most ? amount : most), 0n),
        )
        const perMonth = year.months.map((start, index) => {
          const end = year.months[index + 1] ?? year.end
          return summarizeDonations(
            year,
            donations.filter(({ day }) => day >= start && day < end),
          )
        })
        expect(perMonth.reduce((sum, { amount }) => sum + amount, 0n)).toBe(all.amount)
        expect(perMonth.filter(({ donations }) => donations > 0)).toHaveLength(all.months)
        expect(all.streak).toBeLessThanOrEqual(all.givingDays)
        const shares = within.reduce((sum, { qurbani }) => sum + (qurbani?.shares ?? 0), 0)
        expect(all.animals.reduce((sum, animal) => sum + animal.shares, 0)).toBe(shares)
        expect(all.topCategories.length).toBe(Math.min(3, all.totalCategories))
        expect(all.fridayAmount + all.ramadanAmount + all.dhulHijjahAmount).toBeLessThanOrEqual(all.amount)
        expect(all.sacredAmount).toBe(all.fridayAmount + all.ramadanAmount + all.dhulHijjahAmount)
      }),
      { numRuns: 200 },
    )
  })
})
