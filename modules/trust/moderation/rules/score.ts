import { minimumAmount } from '#modules/money/giving/rules/amounts.ts'
import type { Currency } from '#shared/money.ts'
import type { ReportReason } from './report.ts'

export const caseKinds = [
  'fundraiser',
  'edit',
  'zakat',
  'report',
  'comment',
  'refund',
  'charity',
  'payment',
  'ownership',
  'name',
  'match',
] as const
export type CaseKind = (typeof caseKinds)[number]

/** Inputs of a score. */
export type Factors = {
  readonly kind: CaseKind
  /** Number of distinct networks that reported it. */
  readonly reporters: number
  /** Every reason that was given. */
  readonly reasons: readonly ReportReason[]
  /** Minor units. */
  readonly atStake: bigint
  readonly currency: Currency
  /** Whether zakat donations depend on it. */
  readonly isZakat: boolean
}

/** One part of a score, to show how it is composed. */
export type ScorePart = { readonly part: 'kind' | 'reports' | 'gravity' | 'money' | 'zakat'; readonly points: number }

const ofKind: Readonly<Record<CaseKind, number>> = {
  fundraiser: 15,
  edit: 15,
  zakat: 15,
  report: 10,
  comment: 5,
  refund: 20,
  charity: 20,
  // A refund within hours can prevent a dispute.
  payment: 40,
  ownership: 30,
  name: 20,
  // An open match stops the charity's payouts.
  match: 50,
}
const ofReason: Readonly<Record<ReportReason, number>> = {
  fraud: 30,
  harm: 30,
  hate: 25,
  'not-theirs': 25,
  misleading: 15,
  privacy: 20,
  spam: 5,
  other: 5,
}

/** Scores the number of reporters in steps: one may be a mistake, three are not, ten are urgent. */
function scoreOfReporters(count: number): number {
  if (count >= 10) return 40
  if (count >= 3) return 20
  return count >= 1 ? 5 : 0
}

/**
 * Scores the amount at stake: ten points for each power of ten above a hundred minimum donations of the currency, at
 * most 40. So all currencies score the same.
 */
function scoreOfMoney(atStake: bigint, currency: Currency): number {
  let [points, step] = [0, minimumAmount(currency).amount * 100n]
  while (atStake >= step && points < 40) {
    points += 10
    step *= 10n
  }
  return points
}

/** Returns the score with its parts. More reports, a graver reason or more money never lower it. */
export function scoreOf(factors: Factors): { readonly score: number; readonly parts: readonly ScorePart[] } {
  const all: ScorePart[] = [
    { part: 'kind', points: ofKind[factors.kind] },
    { part: 'reports', points: scoreOfReporters(factors.reporters) },
    { part: 'gravity', points: Math.max(0, ...factors.reasons.map((reason) => ofReason[reason])) },
    { part: 'money', points: scoreOfMoney(factors.atStake, factors.currency) },
    { part: 'zakat', points: factors.isZakat ? 10 : 0 },
  ]
  const parts = all.filter(({ points }) => points > 0)
  return { parts, score: parts.reduce((sum, { points }) => sum + points, 0) }
}
