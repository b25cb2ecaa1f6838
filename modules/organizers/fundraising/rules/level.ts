import { required } from '#shared/collections.ts'
import { maximumAmount, minimumAmount } from '#modules/money/giving/rules/amounts.ts'
import { hiddenFlag } from '#modules/causes/campaigns/rules/level.ts'
import {
  levelFields,
  type LevelOptions,
  levelOptionsFrom,
  levelTexts,
  optionColumnsOf,
} from '#modules/causes/campaigns/rules/level-fields.ts'
import { normalizeWords } from '#modules/organizers/comments/rules/words.ts'
import { normalizeName } from '#modules/platform/identity/rules/name.ts'
import { compare, type Currency, toMajor } from '#shared/money.ts'
import type { Fault } from '#shared/problem.ts'
import { wholeAmount, wholeAmountFault } from './draft.ts'

/** Form of a giving level (S1 §2.3 "Giving-level add/edit dialog"): amount, title, description and "More options". */
export type LevelForm = LevelOptions & {
  /** Digits in whole major units (S1 §5). */
  readonly amount: string
  readonly title: string
  readonly description: string
  /** Digits; empty or 0: unlimited. */
  readonly limit: string
  /** Value of what the donor receives, in whole major units, which receipts subtract; empty: none. */
  readonly benefitValue: string
  readonly hidden: boolean
}

export const levelLimits = {
  title: 80,
  description: 500,
  levels: 40,
  limit: 1_000_000,
} as const

/** Validates a level by field. `taken` is the number claimed or reserved, which a limit can't go below. */
export function checkLevel(form: LevelForm, currency: Currency, claimed = 0): Partial<Record<keyof LevelForm, Fault>> {
  const wrong: Partial<Record<keyof LevelForm, Fault>> = {}
  const amount = wholeAmount(form.amount, currency)
  if (form.amount === '') wrong.amount = { code: 'amount-missing' }
  else if (!amount) wrong.amount = wholeAmountFault(form.amount)
  else if (compare(amount, minimumAmount(currency)) < 0)
    wrong.amount = { code: 'below-minimum', params: { amount: toMajor(minimumAmount(currency)), currency } }
  else if (compare(amount, maximumAmount(currency)) > 0)
    wrong.amount = { code: 'above-maximum', params: { amount: toMajor(maximumAmount(currency)), currency } }
  if (normalizeName(form.title) === '') wrong.title = { code: 'level-title-missing' }
  for (const [field, max] of [
    ['title', levelLimits.title],
    ['description', levelLimits.description],
    ...levelTexts.map((name) => [name, levelFields[name].max] as const),
  ] as const)
    if (form[field].length > max) wrong[field] = { code: 'text-too-long', params: { max } }
  const limit = limitOf(form)
  if (limit === undefined) wrong.limit = { code: 'limit-invalid' }
  else if (limit > 0 && limit < claimed) wrong.limit = { code: 'limit-below-claimed', params: { min: claimed } }
  const benefit = benefitOf(form, currency)
  if (benefit === undefined) wrong.benefitValue = wholeAmountFault(form.benefitValue)
  else if (amount && benefit > amount.amount) wrong.benefitValue = { code: 'benefit-above-amount' }
  return wrong
}

/** Parses a limit: 0 is unlimited; undefined if it isn't a number. */
const limitOf = ({ limit }: Pick<LevelForm, 'limit'>): number | undefined =>
  /^\d{0,7}$/.test(limit) && Number(limit) <= levelLimits.limit ? Number(limit) : undefined

const benefitOf = (form: Pick<LevelForm, 'benefitValue'>, currency: Currency): bigint | undefined =>
  /^0*$/.test(form.benefitValue) ? 0n : wholeAmount(form.benefitValue, currency)?.amount

/** Converts a valid level to columns. A required field is also requested. */
export const levelColumnValues = (form: LevelForm, currency: Currency, flags = 0) => ({
  amount: required(wholeAmount(form.amount, currency), 'amount').amount,
  title: normalizeName(form.title),
  description: normalizeWords(form.description),
  claim_limit: required(limitOf(form), 'limit'),
  benefit_value: required(benefitOf(form, currency), 'benefit value'),
  flags: form.hidden ? flags | hiddenFlag : flags & ~hiddenFlag,
  ...optionColumnsOf(
    levelOptionsFrom(
      (name) => form[name],
      (name) => normalizeWords(form[name]),
    ),
  ),
})
