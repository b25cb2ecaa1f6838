import { one } from '#shared/collections.ts'
import { type Currency, isCurrency } from '#shared/currencies.ts'
import { oneEuro, parseRate } from '#modules/platform/currencies/rules/rate.ts'
import { type Fraction, fraction, isLess, multiply, nothing } from '../numbers/exact.ts'
import { isRefused, readDecimal } from '../numbers/read-decimal.ts'
import { isZakatDay } from '../tracking/anniversaries.ts'
import { assetKinds, assetKindNames, isWornGoldOverLimit } from './asset-kinds.ts'
import { debtKindNames, deductDebt } from './debt-kinds.ts'
import { type FieldReader, readCalculatorFields, readPrice } from './field-reader.ts'
import { choiceOptions, defaultRuleSetId, type RuleChoices, type RuleSet, ruleSets } from './rule-sets.ts'
import type { EuroRate, InputFault, ZakatInput } from './zakat-input.ts'

/** A parsed line: the amount that counts, in the currency of the calculation. */
export type ReadLine = {
  readonly path: string
  readonly kind: string
  readonly rule: string
  readonly params?: Readonly<Record<string, string>>
  readonly value: Fraction
  /** The full amount of an `interest` line, which doesn't count as wealth. */
  readonly full: Fraction
}

export type ReadInput = {
  readonly refusals: readonly InputFault[]
  readonly ruleSet: RuleSet
  readonly choices: RuleChoices
  readonly changed: readonly string[]
  readonly isForChild: boolean
  readonly isHawlComplete: boolean
  readonly prices: { readonly gold: Fraction; readonly silver: Fraction }
  readonly ratesUsed: Readonly<Partial<Record<Currency, EuroRate>>>
  readonly assets: readonly ReadLine[]
  readonly debts: readonly ReadLine[]
}

/** Reads and validates the input (zakat-15). If `refusals` isn't empty, ignore the other properties. */
export function readInput(input: ZakatInput): ReadInput {
  const refusals: InputFault[] = []
  const currency = isCurrency(input.currency) ? input.currency : 'USD'
  if (currency !== input.currency) refusals.push({ path: 'currency', code: 'currency-unknown' })
  checkDates(input, refusals)
  const { ruleSet, choices, changed } = readChoices(input, refusals)
  const price = (metal: 'gold' | 'silver'): Fraction =>
    readPrice(readCalculatorFields(`prices.${metal}`, input.prices?.[metal] ?? {}, currency, refusals), 'perGram')
  const prices = { gold: price('gold'), silver: price('silver') }
  const conversion = createConversion(input, currency)
  const lines = input.assets ?? []
  const isForChild = input.isForChild === true
  const context = { choices, prices, isForChild, isWornGoldOverLimit: isWornGoldOverLimit(lines) }
  const isOwnLine: boolean[] = []

  const assets = linesOf(lines, 'assets', assetKindNames, refusals).map(({ path, kind, line }): ReadLine => {
    const fields = readCalculatorFields(path, line, currency, refusals)
    const { value, rule, params, metal, isOwnChoice } = assetKinds[kind](fields, context)
    isOwnLine.push(isOwnChoice === true)
    const full = kind === 'interest' ? fields.amount('amount') : nothing
    const convert = (amounts: Fraction): Fraction => (metal ? amounts : conversion.convert(amounts, fields))
    return { path, kind, rule, params: { ...typedParams(line), ...params }, value: convert(value), full: convert(full) }
  })
  const debts = linesOf(input.debts ?? [], 'debts', debtKindNames, refusals).map(({ path, kind, line }): ReadLine => {
    const fields = readCalculatorFields(path, line, currency, refusals)
    const { value, rule } = deductDebt(kind, fields, choices)
    return {
      path,
      kind,
      rule,
      params: typedParams(line),
      value: conversion.convert(value, fields),
      full: nothing,
    }
  })

  return {
    refusals,
    ruleSet,
    choices,
    changed: isOwnLine.includes(true) ? [...changed, 'assets'] : changed,
    isForChild,
    isHawlComplete: input.hawl?.isComplete ?? true,
    prices,
    ratesUsed: conversion.used(),
    assets,
    debts,
  }
}

function checkDates({ date, hawl }: ZakatInput, refusals: InputFault[]): void {
  if (!isZakatDay(date)) refusals.push({ path: 'date', code: 'date-invalid' })
  const startedOn = hawl?.startedOn
  if (startedOn === undefined) return
  if (!isZakatDay(startedOn)) refusals.push({ path: 'hawl.startedOn', code: 'date-invalid' })
  else if (startedOn > date) refusals.push({ path: 'hawl.startedOn', code: 'date-in-future' })
}

/** The lines of a known kind, with their path. */
function linesOf<K extends string>(
  lines: readonly object[],
  name: string,
  kinds: readonly K[],
  refusals: InputFault[],
): { readonly path: string; readonly kind: K; readonly line: object }[] {
  return lines.flatMap((line, index) => {
    const path = `${name}.${index}`
    const kind = kinds.find((known) => known === (line as { kind?: unknown } | null)?.kind)
    if (kind === undefined) refusals.push({ path: `${path}.kind`, code: 'choice-invalid' })
    return kind === undefined ? [] : [{ path, kind, line }]
  })
}

/** The text that was entered, for the trace. */
const typedParams = (line: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(line).flatMap(([name, value]) =>
      name !== 'kind' && typeof value === 'string' && value !== '' ? [[name, value]] : [],
    ),
  )

const percentNames = ['longTermSharesPercent', 'pensionEquityPercent'] as const

/** The choices of the rule set with the donor's changes, and which of them differ from the set (zakat-8). */
function readChoices(input: ZakatInput, refusals: InputFault[]) {
  const ruleSet = ruleSets.find(({ id }) => id === (input.ruleSetId ?? defaultRuleSetId))
  if (!ruleSet) refusals.push({ path: 'ruleSetId', code: 'choice-invalid' })
  const base = ruleSet ?? one(ruleSets)
  const fields = readCalculatorFields('choices', input.choices ?? {}, 'USD', refusals)
  const changed: string[] = []
  const choices: Record<string, string> = { ...base.choices }
  for (const [name, options] of Object.entries(choiceOptions)) {
    const ofSet = base.choices[name as keyof typeof choiceOptions]
    const value = fields.option<string>(name, [ofSet, ...options])
    choices[name] = value
    if (value !== ofSet) changed.push(name)
  }
  for (const name of percentNames) {
    const ofSet = readDecimal(base.choices[name])
    const value = fields.percent(name)
    if (fields.isEmpty(name) || isRefused(ofSet)) continue
    choices[name] = input.choices?.[name] ?? base.choices[name]
    const hundredth = multiply(ofSet, fraction(1n, 100n))
    if (isLess(value, hundredth) || isLess(hundredth, value)) changed.push(name)
  }
  return { ruleSet: base, choices: choices as RuleChoices, changed }
}

/** Converts exactly into the currency of the calculation, through the euro (zakat-14). */
function createConversion({ rates = {} }: ZakatInput, main: Currency) {
  const used: Partial<Record<Currency, EuroRate>> = {}
  const perEuro = (currency: Currency, fields: FieldReader): Fraction => {
    if (currency === 'EUR') return fraction(oneEuro)
    const rate = rates[currency]
    const value = parseRate(rate?.perEuro ?? '')
    if (rate !== undefined && value !== undefined) used[currency] = rate
    else fields.refuse('currency', { code: 'rate-unknown' })
    return fraction(value ?? 1n)
  }
  return {
    used: () => used,
    convert: (value: Fraction, fields: FieldReader): Fraction => {
      if (fields.currency === main) return value
      const [from, to] = [perEuro(fields.currency, fields), perEuro(main, fields)]
      return multiply(value, fraction(to.numerator, from.numerator))
    },
  }
}
