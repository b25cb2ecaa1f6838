import { isLocalDate, type LocalDate } from '#shared/calendar.ts'
import { isCurrency } from '#shared/currencies.ts'
import { type ZakatCalculation } from '#modules/faith/zakat/rules/calculator/calculate-zakat.ts'
import type { InputFault } from '#modules/faith/zakat/rules/calculator/zakat-input.ts'
import { choiceOptions } from '#modules/faith/zakat/rules/calculator/rule-sets.ts'
import { type Answers, calculate, checkAnswers, emptyAnswers } from './answers.ts'
import { type Prices, pricesToAgree } from './prices.ts'

/** The fields with their maximum length. */
const limits = { currency: 3, wealth: 60, debts: 60, basis: 10, gold: 60, silver: 60, date: 10, agreedPrices: 60 }

/** The fields of the short form as typed. */
export type ShortTyped = Readonly<Record<keyof typeof limits, string>>

/** Reads the short form. */
export const typedShort = (form: FormData): ShortTyped =>
  Object.fromEntries(
    Object.entries(limits).map(([name, max]) => {
      const value = form.get(name)
      return [name, typeof value === 'string' ? value.slice(0, max).trim() : '']
    }),
  ) as ShortTyped
/** Converts the short form to the answers of the full calculator: a total as cash, debts due within a year. */
export function shortAnswers(typed: ShortTyped, today: LocalDate, prices: Prices): Answers {
  const basis = choiceOptions.basis.find((option) => option === typed.basis) ?? 'silver'
  return {
    ...emptyAnswers(isCurrency(typed.currency) ? typed.currency : 'USD', today),
    zakatDate: isLocalDate(typed.date) && typed.date !== today ? typed.date : '',
    choices: basis === 'silver' ? {} : { basis },
    kinds: ['cash', ...(typed.debts.trim() === '' ? [] : ['within-a-year'])],
    lines: { cash: [{ amount: typed.wealth }], 'within-a-year': [{ amount: typed.debts }] },
    gold: typed.gold,
    silver: typed.silver,
    agreedPrices: typed.agreedPrices === '' ? '' : pricesToAgree(typed, prices),
  }
}

/** Calculates the short form. Errors have the paths of the full calculator's input; see `fieldOfPath`. */
export function calculateShort(
  typed: ShortTyped,
  today: LocalDate,
  prices: Prices,
): { readonly answers: Answers; readonly calculation: ZakatCalculation } {
  const answers = shortAnswers(typed, today, prices)
  const calculation = checkAnswers(answers, prices, calculate(answers, prices))
  if (typed.date === '' || isLocalDate(typed.date)) return { answers, calculation }
  const refusals = calculation.isValid ? [] : calculation.refusals
  return { answers, calculation: { isValid: false, refusals: [{ path: 'date', code: 'date-invalid' }, ...refusals] } }
}

/** Returns answers for the full calculator, which begins with its first question and what the short form has. */
export const startPrecise = (answers: Answers): Answers => ({
  ...answers,
  kinds: answers.kinds.filter((kind) => answers.lines[kind]?.some(({ amount }) => amount !== '')),
  step: 'person',
})

const fields: Readonly<Record<string, keyof ShortTyped>> = {
  'assets.0.amount': 'wealth',
  'debts.0.amount': 'debts',
  'prices.gold.perGram': 'gold',
  'prices.silver.perGram': 'silver',
  date: 'date',
  prices: 'agreedPrices',
}

/** Returns the errors with the short form's fields. */
export const wrongFields = (refusals: readonly InputFault[]) =>
  refusals.map((refusal) => ({ ...refusal, field: fields[refusal.path] ?? 'wealth' }))
