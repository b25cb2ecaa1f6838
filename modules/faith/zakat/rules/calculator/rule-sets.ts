import type { LocalDate } from '#shared/calendar.ts'

/** The metal that the nisab is measured by. */
export type NisabBasis = 'silver' | 'gold'
const bases = ['silver', 'gold'] as const

/** The nisab in grams of gold and of silver. */
export const weightSets = {
  '87.48/612.36': { gold: '87.48', silver: '612.36' },
  '85/595': { gold: '85', silver: '595' },
} as const
type WeightSet = keyof typeof weightSets

/** Zakat rate in parts per million of net wealth, for a lunar and a solar year. */
export const rates = { lunar: 25_000n, solar: 25_770n } as const
type ZakatYear = keyof typeof rates

export const pensionTreatments = ['proxy', 'exempt-until-access', 'full'] as const
export const retirementTreatments = ['net-accessible', 'exempt-until-access', 'full'] as const

/** The values that each choice of a calculation may have; the percentages are numbers from 0 to 100 as text. */
export const choiceOptions = {
  basis: bases,
  weights: ['87.48/612.36', '85/595'],
  year: ['lunar', 'solar'],
  wornJewellery: ['counted', 'exempt'],
  debts: ['next12', 'none', 'all'],
  studentLoans: ['not-deducted', 'next12'],
  ukPension: pensionTreatments,
  retirementAccount: retirementTreatments,
} as const

/** The choices of a calculation on which scholars differ (zakat-8). */
export type RuleChoices = {
  readonly basis: NisabBasis
  readonly weights: WeightSet
  readonly year: ZakatYear
  /** Whether worn jewellery counts; `exempt` applies up to 850 g of pure gold. */
  readonly wornJewellery: 'counted' | 'exempt'
  readonly debts: 'next12' | 'none' | 'all'
  readonly studentLoans: 'not-deducted' | 'next12'
  /** The part of long-term shares and funds that counts; 25, 26, 27 or 30 are common. */
  readonly longTermSharesPercent: string
  /** The part of a pension invested in shares that counts: 25, 26 or 27. */
  readonly pensionEquityPercent: string
  readonly ukPension: (typeof pensionTreatments)[number]
  readonly retirementAccount: (typeof retirementTreatments)[number]
}

export type RuleSetId = 'cautious-1' | 'hanafi-1' | 'shafii-1' | 'maliki-1' | 'hanbali-1'

export type RuleSet = {
  readonly id: RuleSetId
  readonly choices: RuleChoices
  /** When wealth must reach the nisab within the year. Explained to the donor, not computed. */
  readonly hawl: 'start-and-end' | 'throughout'
  /** Whether zakat is due on a child's wealth. */
  readonly isChildLiable: boolean
}

const cautious: RuleChoices = {
  basis: 'silver',
  weights: '87.48/612.36',
  year: 'lunar',
  wornJewellery: 'counted',
  debts: 'next12',
  studentLoans: 'not-deducted',
  longTermSharesPercent: '25',
  pensionEquityPercent: '27',
  ukPension: 'proxy',
  retirementAccount: 'net-accessible',
}
const goldAndExemptJewellery: RuleChoices = { ...cautious, basis: 'gold', wornJewellery: 'exempt' }

/**
 * The rule sets a donor chooses from (zakat-8); the first is the default. The number in an id is its version: a set that
 * changes gets a new id, because stored results name the set they used.
 */
export const ruleSets: readonly RuleSet[] = [
  { id: 'cautious-1', choices: cautious, hawl: 'start-and-end', isChildLiable: true },
  { id: 'hanafi-1', choices: cautious, hawl: 'start-and-end', isChildLiable: false },
  {
    id: 'shafii-1',
    choices: { ...goldAndExemptJewellery, debts: 'none' },
    hawl: 'throughout',
    isChildLiable: true,
  },
  { id: 'maliki-1', choices: goldAndExemptJewellery, hawl: 'throughout', isChildLiable: true },
  { id: 'hanbali-1', choices: goldAndExemptJewellery, hawl: 'throughout', isChildLiable: true },
]
export const defaultRuleSetId: RuleSetId = 'cautious-1'

/** Who approved a rule set, when, and the source. */
export type SignOff = { readonly scholar: string; readonly date: LocalDate; readonly source: string }
/** The operator's approvals, by the id of the rule set. */
export type SignOffs = Readonly<Partial<Record<RuleSetId, SignOff>>>

/** Lists the rule sets with their configured approvals; `signOff` is null without one. */
export const listRuleSets = (signOffs: SignOffs): (RuleSet & { readonly signOff: SignOff | null })[] =>
  ruleSets.map((ruleSet) => ({ ...ruleSet, signOff: signOffs[ruleSet.id] ?? null }))
