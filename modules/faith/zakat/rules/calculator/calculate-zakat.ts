import type { LocalDate } from '#shared/calendar.ts'
import type { Currency } from '#shared/currencies.ts'
import { type Money, zero } from '#shared/money.ts'
import {
  atLeastZero,
  fraction,
  type Fraction,
  isLess,
  isPositive,
  minus,
  multiply,
  sumExact,
  toMoney,
} from '../numbers/exact.ts'
import { yearAfter } from '../tracking/anniversaries.ts'
import { readInput, type ReadInput, type ReadLine } from './read-input.ts'
import { rates, type NisabBasis, type RuleChoices, type RuleSetId, weightSets } from './rule-sets.ts'
import type { EuroRate, InputFault, ZakatInput } from './zakat-input.ts'

/** The rule set id of a result for which the donor changed a choice. */
const ownChoices = 'own-choices'

type ZakatStatus = 'DUE' | 'BELOW_NISAB' | 'NOT_YET_DUE' | 'NOT_LIABLE'

/** One line of the trace, in the order of the calculation; its sentence is in the locale files. Amounts are half-up. */
export type ExplainLine = {
  readonly step:
    | 'asset'
    | 'assets'
    | 'debt'
    | 'debts'
    | 'net'
    | 'nisab-gold'
    | 'nisab-silver'
    | 'basis'
    | 'status'
    | 'zakat'
    | 'due-date'
    | 'purification'
  /** Path of the field, such as `assets.0`. */
  readonly path?: string
  readonly kind?: string
  /** The reason, such as `percentage` or `gold-only`. */
  readonly rule?: string
  readonly params?: Readonly<Record<string, string>>
  readonly amount?: Money
}

export type ZakatResult = {
  readonly status: ZakatStatus
  readonly currency: Currency
  readonly date: LocalDate
  /** The counted assets, the deducted debts, and the difference (at least 0), rounded half-up for display. */
  readonly assets: Money
  readonly debts: Money
  readonly net: Money
  /** Both thresholds, rounded up for display; comparisons are exact. */
  readonly nisab: { readonly gold: Money; readonly silver: Money }
  /** The metal that decided. */
  readonly basis: NisabBasis
  readonly ratePpm: number
  /** Rounded up from the exact net wealth; 0 unless it is due. */
  readonly zakat: Money
  /** The zakat date if zakat is due, the end of the year if it isn't due yet; null if unknown. */
  readonly dueDate: LocalDate | null
  /** Interest to give away, rounded up. It doesn't count as zakat. */
  readonly purification: Money
  readonly ruleSetId: RuleSetId | typeof ownChoices
  /** The rule set that the donor selected. */
  readonly basedOn: RuleSetId
  /** Names of the choices that the donor changed; `assets` if a line overrides the percentage or treatment. */
  readonly changed: readonly string[]
  readonly choices: RuleChoices
  readonly prices: ZakatInput['prices']
  /** The rates that were used. */
  readonly rates: Readonly<Partial<Record<Currency, EuroRate>>>
  readonly explain: readonly ExplainLine[]
}

export type ZakatCalculation =
  | { readonly isValid: true; readonly result: ZakatResult }
  | { readonly isValid: false; readonly refusals: readonly InputFault[] }

/**
 * Calculates zakat exactly; only the figures of the result are rounded (zakat-6 to zakat-12). Returns all errors of the
 * input with their paths; never throws for invalid input.
 */
export function calculateZakat(input: ZakatInput): ZakatCalculation {
  const read = readInput(input)
  if (read.refusals.length > 0) return { isValid: false, refusals: read.refusals }
  return { isValid: true, result: resultOf(input, read) }
}

/** Whether a result can be saved as a profile: it is due, below the nisab, or due on a known day (zakat-16). */
export const isSavable = ({ status, dueDate }: ZakatResult): boolean =>
  status === 'DUE' || status === 'BELOW_NISAB' || (status === 'NOT_YET_DUE' && dueDate !== null)

const valuesOf = (lines: readonly ReadLine[]): Fraction[] => lines.map(({ value }) => value)

function resultOf(input: ZakatInput, readInput: ReadInput): ZakatResult {
  const { currency, date } = input
  const { choices } = readInput
  const interest = readInput.assets.filter(({ kind }) => kind === 'interest')
  const assets = sumExact(valuesOf(readInput.assets))
  const debts = sumExact(valuesOf(readInput.debts))
  const net = atLeastZero(minus(assets, debts))
  const nisab = nisabOf(readInput)
  const { basis, rule: basisRule } = basisOf(readInput)
  const status = statusOf(readInput, isLess(net, nisab[basis]))
  const rate = fraction(rates[choices.year], 1_000_000n)
  const zakat = status === 'DUE' ? toMoney(multiply(net, rate), currency, 'up') : zero(currency)
  const dueDate = dueDateOf(input, status, choices)
  const purification = toMoney(sumExact(interest.map(({ full }) => full)), currency, 'up')
  const shown = (value: Fraction): Money => toMoney(value, currency, 'half-up')
  const figures = {
    assets: shown(assets),
    debts: shown(debts),
    net: shown(net),
    nisab: { gold: toMoney(nisab.gold, currency, 'up'), silver: toMoney(nisab.silver, currency, 'up') },
  }
  const grams = weightSets[choices.weights]
  return {
    status,
    currency,
    date,
    ...figures,
    basis,
    ratePpm: Number(rates[choices.year]),
    zakat,
    dueDate,
    purification,
    ruleSetId: readInput.changed.length === 0 ? readInput.ruleSet.id : ownChoices,
    basedOn: readInput.ruleSet.id,
    changed: readInput.changed,
    choices,
    prices: input.prices,
    rates: readInput.ratesUsed,
    explain: [
      ...readInput.assets.map((line) => explainLine('asset', line, shown)),
      { step: 'assets', amount: figures.assets },
      ...readInput.debts.map((line) => explainLine('debt', line, shown)),
      { step: 'debts', rule: choices.debts, amount: figures.debts },
      { step: 'net', amount: figures.net },
      {
        step: 'nisab-gold',
        params: { grams: grams.gold, price: input.prices.gold.perGram },
        amount: figures.nisab.gold,
      },
      {
        step: 'nisab-silver',
        params: { grams: grams.silver, price: input.prices.silver.perGram },
        amount: figures.nisab.silver,
      },
      { step: 'basis', rule: basisRule, params: { basis }, amount: figures.nisab[basis] },
      { step: 'status', rule: status },
      { step: 'zakat', rule: choices.year, params: { ppm: String(rates[choices.year]) }, amount: zakat },
      ...(status === 'NOT_YET_DUE' ? [dueDateLine(dueDate)] : []),
      ...(interest.length > 0 ? [{ step: 'purification', amount: purification } as const] : []),
    ],
  }
}

const dueDateLine = (dueDate: LocalDate | null): ExplainLine =>
  dueDate === null
    ? { step: 'due-date', rule: 'unknown' }
    : { step: 'due-date', rule: 'known', params: { date: dueDate } }

const explainLine = (
  step: 'asset' | 'debt',
  { path, kind, rule, params = {}, value }: ReadLine,
  shown: (value: Fraction) => Money,
): ExplainLine => ({ step, path, kind, rule, params, amount: shown(value) })

function nisabOf({ choices, prices }: ReadInput): Readonly<Record<NisabBasis, Fraction>> {
  const grams = weightSets[choices.weights]
  const worth = (weight: string, price: Fraction): Fraction => {
    const [whole = '', decimals = ''] = weight.split('.')
    return multiply(fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length)), price)
  }
  return { gold: worth(grams.gold, prices.gold), silver: worth(grams.silver, prices.silver) }
}

/** If all counted assets are gold, the gold nisab applies, before debts; otherwise the chosen nisab (zakat-7). */
function basisOf({ assets, choices }: ReadInput): {
  readonly basis: NisabBasis
  readonly rule: 'gold-only' | 'chosen'
} {
  const counted = assets.filter(({ value }) => isPositive(value))
  const isGoldOnly = counted.length > 0 && counted.every(({ kind }) => kind === 'gold')
  return isGoldOnly ? { basis: 'gold', rule: 'gold-only' } : { basis: choices.basis, rule: 'chosen' }
}

/** Checked in order: a child who isn't liable, the nisab, the year (zakat-12). */
function statusOf({ ruleSet, isForChild, isHawlComplete }: ReadInput, isBelowNisab: boolean): ZakatStatus {
  if (isForChild && !ruleSet.isChildLiable) return 'NOT_LIABLE'
  if (isBelowNisab) return 'BELOW_NISAB'
  return isHawlComplete ? 'DUE' : 'NOT_YET_DUE'
}

function dueDateOf({ date, hawl }: ZakatInput, status: ZakatStatus, { year }: RuleChoices): LocalDate | null {
  if (status === 'DUE') return date
  if (status !== 'NOT_YET_DUE' || hawl?.startedOn === undefined) return null
  return yearAfter(hawl.startedOn, year)
}
