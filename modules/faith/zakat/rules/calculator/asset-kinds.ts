import {
  atLeastZero,
  fraction,
  type Fraction,
  isLess,
  minus,
  multiply,
  nothing,
  divideBy,
  sumExact,
} from '../numbers/exact.ts'
import { readDecimal, isRefused } from '../numbers/read-decimal.ts'
import { asFraction, type FieldReader, readCalculatorFields } from './field-reader.ts'
import { pensionTreatments, retirementTreatments, type RuleChoices } from './rule-sets.ts'
import type { AssetLine } from './zakat-input.ts'

/** Reasons for the counted amount of a line; each has a text in the locale files. */
type AssetRule =
  | 'whole'
  | 'percentage'
  | 'metal'
  | 'jewellery-exempt'
  | 'jewellery-over-limit'
  | 'per-share'
  | 'business'
  | 'after-deductions'
  | 'full'
  | 'when-received'
  | 'when-paid-out'
  | 'not-for-trade'
  | 'of-the-child'
  | 'purification'

type Counted = {
  /** The part of the line that counts, in its currency. */
  readonly value: Fraction
  readonly rule: AssetRule
  readonly params?: Readonly<Record<string, string>>
  /** A metal is priced in the currency of the calculation. */
  readonly metal?: 'gold' | 'silver'
  /** Whether the donor overrode the rule set. */
  readonly isOwnChoice?: boolean
}

type AssetContext = {
  readonly choices: RuleChoices
  readonly prices: { readonly gold: Fraction; readonly silver: Fraction }
  readonly isForChild: boolean
  readonly isWornGoldOverLimit: boolean
}

type CountAsset = (fields: FieldReader, context: AssetContext) => Counted

const one = fraction(1n)
const typedPercent = (text: string): Fraction => {
  const value = readDecimal(text)
  return isRefused(value) ? nothing : asFraction(value)
}
const isSame = (a: Fraction, b: Fraction): boolean => !isLess(a, b) && !isLess(b, a)
/** 27/100 → "27"; for display, at most four decimals. */
function percentText(fraction: Fraction): string {
  const [whole = '', decimals = ''] = String(
    Number((fraction.numerator * 1_000_000n) / fraction.denominator) / 10_000,
  ).split('.')
  return decimals === '' ? whole : `${whole}.${decimals}`
}

const whole: CountAsset = (fields) => ({ value: fields.amount('amount'), rule: 'whole' })
const none =
  (rule: AssetRule): CountAsset =>
  (fields) => {
    fields.amount('amount')
    return { value: nothing, rule }
  }

/** A percentage of the amount, taken from the line or else from the rule set. */
function share(fields: FieldReader, ofRuleSet: Fraction): Counted {
  const amount = fields.amount('amount')
  const fraction = fields.percent('percent', ofRuleSet)
  return {
    value: multiply(amount, fraction),
    rule: 'percentage',
    params: { percent: percentText(fraction) },
    isOwnChoice: !isSame(fraction, ofRuleSet),
  }
}
const longTermShares: CountAsset = (fields, { choices }) => share(fields, typedPercent(choices.longTermSharesPercent))

const karatLimits = { least: 1n, most: 24n, whenEmpty: fraction(24n) }
const finenessLimits = { least: 1n, most: 1000n, whenEmpty: fraction(1000n) }
const isWornByWoman = (fields: FieldReader): boolean => {
  const isWorn = fields.option('use', ['stored', 'worn']) === 'worn'
  return fields.option('wornBy', ['woman', 'man']) === 'woman' && isWorn
}
/** Grams of pure gold of a line. */
const pureGold = (fields: FieldReader): Fraction =>
  multiply(fields.number('grams'), divideBy(fields.number('karat', karatLimits), fraction(24n)))

/** Limit of pure gold in worn jewellery, in grams; above it all of the jewellery counts as wealth (zakat-10). */
const wornGoldLimitGrams = fraction(850n)

/** Whether all worn gold of women exceeds the jewellery limit in total. */
export function isWornGoldOverLimit(assets: readonly AssetLine[]): boolean {
  const worn = assets
    .filter((line) => line?.kind === 'gold')
    .map((line) => readCalculatorFields('', { ...line, currency: undefined }, 'USD', []))
    .filter(isWornByWoman)
  return isLess(wornGoldLimitGrams, sumExact(worn.map(pureGold)))
}

const gold: CountAsset = (fields, context) => {
  const value = multiply(pureGold(fields), context.prices.gold)
  const canBeExempt = isWornByWoman(fields) && context.choices.wornJewellery === 'exempt'
  if (!canBeExempt) return { value, rule: 'metal', metal: 'gold' }
  return context.isWornGoldOverLimit
    ? { value, rule: 'jewellery-over-limit', metal: 'gold' }
    : { value: nothing, rule: 'jewellery-exempt', metal: 'gold' }
}

const silver: CountAsset = (fields, context) => {
  const fineness = divideBy(fields.number('fineness', finenessLimits), fraction(1000n))
  const value = multiply(multiply(fields.number('grams'), fineness), context.prices.silver)
  const isExempt = fields.option('use', ['stored', 'worn']) === 'worn' && context.choices.wornJewellery === 'exempt'
  return isExempt
    ? { value: nothing, rule: 'jewellery-exempt', metal: 'silver' }
    : { value, rule: 'metal', metal: 'silver' }
}

const business: CountAsset = (fields) => {
  const owned = sumExact(['cash', 'stock', 'rawMaterials', 'debtors'].map((name) => fields.amount(name)))
  return { value: atLeastZero(minus(owned, fields.amount('creditors'))), rule: 'business' }
}

const property: CountAsset = (fields, context) =>
  fields.option('use', ['home', 'rented', 'resale', 'undecided'], true) === 'resale'
    ? whole(fields, context)
    : none('not-for-trade')(fields, context)

const moneyOwed: CountAsset = (fields, context) => {
  const qualities = ['good', 'doubtful', 'wages', 'dowry', 'inheritance', 'trust', 'bare-trust'] as const
  const quality = fields.option('quality', qualities, true)
  const counts = quality === 'good' || quality === 'bare-trust'
  return (counts ? whole : none('when-received'))(fields, context)
}

/** Returns the part of a pension that counts, by the assets of its fund. For shares the part is a choice. */
const fundPercents = { equity: undefined, shariah: '26', property: '15', mixed: '50', bonds: '100' } as const
const funds = ['equity', 'shariah', 'property', 'mixed', 'bonds'] as const

const ukPension: CountAsset = (fields, { choices }) => {
  const fund = fields.option('fund', funds, true)
  const byProxy = share(fields, typedPercent(fundPercents[fund] ?? choices.pensionEquityPercent))
  const treatment = treatmentOf(fields, pensionTreatments, choices.ukPension)
  return (
    treated(treatment, fields.amount('amount')) ?? {
      ...byProxy,
      isOwnChoice: byProxy.isOwnChoice === true || treatment.isOwnChoice,
    }
  )
}

/** The amount that could be withdrawn today, after penalty and tax; at least 0. */
function retirementAccount(fields: FieldReader, { choices }: AssetContext, penalty: Fraction): Counted {
  const amount = fields.amount('amount')
  const amounts = atLeastZero(minus(minus(one, penalty), fields.percent('taxPercent')))
  const treatment = treatmentOf(fields, retirementTreatments, choices.retirementAccount)
  return (
    treated(treatment, amount) ?? {
      value: multiply(amount, amounts),
      rule: 'after-deductions',
      params: { percent: percentText(amounts) },
      isOwnChoice: treatment.isOwnChoice,
    }
  )
}
const withPenalty: CountAsset = (fields, context) =>
  retirementAccount(fields, context, fields.percent('penaltyPercent'))
const withoutPenalty: CountAsset = (fields, context) => retirementAccount(fields, context, nothing)

type Treatment = { readonly chosen: string; readonly isOwnChoice: boolean }

function treatmentOf<T extends string>(fields: FieldReader, options: readonly T[], ofRuleSet: T): Treatment {
  const chosen = fields.option('treatment', [ofRuleSet, ...options])
  return { chosen, isOwnChoice: chosen !== ofRuleSet }
}

function treated({ chosen, isOwnChoice }: Treatment, amount: Fraction): Counted | undefined {
  if (chosen === 'full') return { value: amount, rule: 'full', isOwnChoice }
  if (chosen === 'exempt-until-access') return { value: nothing, rule: 'when-paid-out', isOwnChoice }
  return undefined
}

const lisa: CountAsset = (fields, context) => {
  if (!fields.isTrue('hasCharge')) return whole(fields, context)
  return {
    value: multiply(fields.amount('amount'), fraction(3n, 4n)),
    rule: 'after-deductions',
    params: { percent: '75' },
  }
}

const juniorIsa: CountAsset = (fields, context) => {
  const holds = fields.option('holds', ['cash', 'shares'])
  const asShares = longTermShares(fields, context)
  if (!context.isForChild) return { value: nothing, rule: 'of-the-child' }
  return holds === 'shares' ? asShares : whole(fields, context)
}

/** How each kind of asset counts (zakat-9). Every field is validated, even if the rule doesn't use it. */
export const assetKinds: Readonly<Record<AssetLine['kind'], CountAsset>> = {
  cash: whole,
  'cash-isa': whole,
  gold,
  silver,
  'trading-shares': whole,
  'long-term-shares': longTermShares,
  'shares-isa': longTermShares,
  'shares-by-assets': (fields) => ({
    value: multiply(fields.number('shares'), fields.number('zakatablePerShare')),
    rule: 'per-share',
  }),
  dividends: whole,
  crypto: (fields, context) =>
    (fields.option('use', ['held', 'not-for-resale']) === 'held' ? whole : none('not-for-trade'))(fields, context),
  business,
  property,
  'money-owed': moneyOwed,
  'uk-pension': ukPension,
  'defined-benefit-pension': none('when-paid-out'),
  'state-pension': none('when-paid-out'),
  '401k': withPenalty,
  ira: withPenalty,
  rrsp: withoutPenalty,
  lisa,
  'junior-isa': juniorIsa,
  interest: none('purification'),
  'personal-use': none('not-for-trade'),
}
/** The kinds, in form order. */
export const assetKindNames = Object.keys(assetKinds) as AssetLine['kind'][]
