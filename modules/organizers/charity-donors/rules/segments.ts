import type { Currency } from '#shared/currencies.ts'
import { type Money, times } from '#shared/money.ts'
import { lastOf } from '#shared/collections.ts'
import { dayMs } from '#shared/time.ts'
import { quickAmounts } from '#modules/platform/currencies/rules/amounts.ts'

/** Groups of a charity's donors. A donor can be in several. */
export const segments = ['first-time', 'lapsed', 'monthly', 'major', 'zakat'] as const
export type Segment = (typeof segments)[number]

/** What decides a donor's segments: donations that weren't fully refunded or anonymous, after refunds. */
export type DonorFacts = {
  readonly donations: number
  readonly lastAt: Date
  readonly totals: readonly Money[]
  readonly hasZakat: boolean
  /** Whether a plan to the charity is active. */
  readonly hasPlan: boolean
  /** Whether such a plan is monthly. */
  readonly hasMonthlyPlan: boolean
}

/** One condition of a segment; a query has the same condition as SQL. */
export type SegmentCondition =
  | { readonly fact: 'donations'; readonly is: number }
  | { readonly fact: 'lastAt'; readonly before: Date }
  | { readonly fact: 'hasPlan' | 'hasMonthlyPlan' | 'hasZakat' | 'isMajor'; readonly is: boolean }

/** Days without a donation after which a donor without a plan has lapsed. */
const lapsedAfterDays = 365

/** Returns the total from which a donor is a major donor: 20 times the largest preset, 1,000 in GBP or USD. */
export const majorAmount = (currency: Currency): Money => times(lastOf(quickAmounts(currency)), 20n)

/** Returns the conditions of a segment, all of which its donors meet. */
export function conditionsOf(segment: Segment, now: Date): readonly SegmentCondition[] {
  switch (segment) {
    case 'first-time':
      return [{ fact: 'donations', is: 1 }]
    case 'lapsed':
      return [
        { fact: 'lastAt', before: new Date(now.getTime() - lapsedAfterDays * dayMs) },
        { fact: 'hasPlan', is: false },
      ]
    case 'monthly':
      return [{ fact: 'hasMonthlyPlan', is: true }]
    case 'major':
      return [{ fact: 'isMajor', is: true }]
    case 'zakat':
      return [{ fact: 'hasZakat', is: true }]
  }
}

const isMajor = (totals: readonly Money[]): boolean =>
  totals.some(({ amount, currency }) => amount >= majorAmount(currency).amount)

function isMet(condition: SegmentCondition, facts: DonorFacts): boolean {
  if (condition.fact === 'donations') return facts.donations === condition.is
  if (condition.fact === 'lastAt') return facts.lastAt < condition.before
  return (condition.fact === 'isMajor' ? isMajor(facts.totals) : facts[condition.fact]) === condition.is
}

/** Returns the segments of a donor. */
export const segmentsOf = (facts: DonorFacts, now: Date): Segment[] =>
  segments.filter((segment) => conditionsOf(segment, now).every((condition) => isMet(condition, facts)))
