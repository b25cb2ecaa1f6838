import { type LocalDate } from '#shared/calendar.ts'
import { type Currency, isCurrency } from '#shared/currencies.ts'
import { calculateZakat, type ZakatCalculation } from '#modules/faith/zakat/rules/calculator/calculate-zakat.ts'
import { defaultRuleSetId, type RuleChoices, ruleSets } from '#modules/faith/zakat/rules/calculator/rule-sets.ts'
import type { InputFault, ZakatInput } from '#modules/faith/zakat/rules/calculator/zakat-input.ts'
import { type Prices, pricesToAgree } from './prices.ts'
import { defaultLine, questionOf, questions, type Side } from './questions.ts'

/** One line as typed: the calculation rules' input, as text except for `yes` fields. */
export type TypedLine = Readonly<Record<string, string | boolean>>

/** A donor's answers. They stay in the browser until the donor saves them. */
export type Answers = {
  readonly currency: Currency
  /** Today's date. */
  readonly date: LocalDate
  /** An earlier day on which zakat was due; empty for today. */
  readonly zakatDate: string
  readonly isForChild: boolean
  readonly ruleSetId: string
  /** The donor's choices that replace the rule set's. */
  readonly choices: Partial<RuleChoices>
  readonly hawl: 'complete' | 'running' | 'unknown'
  readonly hawlStartedOn: string
  /** Kinds of wealth and debt that the donor has, in the order of the questions. */
  readonly kinds: readonly string[]
  readonly lines: Readonly<Record<string, readonly TypedLine[]>>
  /** Kinds answered with "I don't know". */
  readonly unknown: readonly string[]
  readonly gold: string
  readonly silver: string
  /** The dates of outdated prices that the donor agreed to use. */
  readonly agreedPrices: string
  /** The screen that the donor saw last, so that a reload or a login returns to it. */
  readonly step: string
}

export const emptyAnswers = (currency: Currency, date: LocalDate): Answers => ({
  currency,
  date,
  zakatDate: '',
  isForChild: false,
  ruleSetId: defaultRuleSetId,
  choices: {},
  hawl: 'complete',
  hawlStartedOn: '',
  kinds: [],
  lines: {},
  unknown: [],
  gold: '',
  silver: '',
  agreedPrices: '',
  step: 'person',
})

/** Returns the effective choices: the rule set's, replaced by the donor's. */
export const choicesOf = ({ ruleSetId, choices }: Answers): RuleChoices => ({
  ...(ruleSets.find(({ id }) => id === ruleSetId) ?? ruleSets[0])!.choices,
  ...choices,
})

/** Returns the lines of one side, with their question and index, in the order of the questions. */
export const answerLinesOf = (
  answers: Answers,
  side: Side,
): { readonly kind: string; readonly index: number; readonly line: TypedLine }[] =>
  questions
    .filter((question) => question.side === side && answers.kinds.includes(question.kind))
    .flatMap((question) =>
      (answers.lines[question.kind] ?? []).map((line, index) => ({
        kind: question.kind,
        index,
        line: { ...defaultLine(question), ...line },
      })),
    )

/** Returns the date of the calculation. */
export const zakatDayOf = ({ zakatDate, date }: Answers): string => zakatDate || date

/** Converts the answers to the input of `calculateZakat`, with the day's prices unless the donor typed others. */
export function toInput(answers: Answers, prices: Prices): ZakatInput {
  const price = (metal: 'gold' | 'silver') => {
    const metalPrice = prices[metal]
    if (answers[metal] === '' && metalPrice)
      return { perGram: metalPrice.perGram, day: metalPrice.day as LocalDate, source: metalPrice.source }
    return { perGram: answers[metal] }
  }
  const lines = (side: Side) => answerLinesOf(answers, side).map(({ kind, line }) => ({ ...line, kind }))
  const used = [...lines('assets'), ...lines('debts')].flatMap((line) => ('currency' in line ? [line.currency] : []))
  const needed = used.some((code) => code !== answers.currency) ? [...used, answers.currency] : []
  const rates = Object.fromEntries(Object.entries(prices.rates).filter(([code]) => needed.includes(code)))
  const input = {
    currency: answers.currency,
    date: zakatDayOf(answers),
    ruleSetId: answers.ruleSetId,
    choices: answers.choices,
    isForChild: answers.isForChild,
    hawl: {
      isComplete: answers.hawl !== 'running',
      ...(answers.hawl === 'running' && answers.hawlStartedOn ? { startedOn: answers.hawlStartedOn } : {}),
    },
    prices: { gold: price('gold'), silver: price('silver') },
    rates,
    assets: lines('assets'),
    debts: lines('debts'),
  }
  // The rules validate each line and choice, so the cast may contain invalid values.
  return input as unknown as ZakatInput
}

/** Calculates the zakat of the current answers. */
export const calculate = (answers: Answers, prices: Prices): ZakatCalculation =>
  calculateZakat(toInput(answers, prices))

/** Adds errors that the calculation rules don't know: a future date, and outdated prices without agreement. */
export function checkAnswers(answers: Answers, prices: Prices, calculation: ZakatCalculation): ZakatCalculation {
  const unagreedPrices = pricesToAgree(answers, prices)
  const refusals: InputFault[] = [
    ...(zakatDayOf(answers) > answers.date ? [{ path: 'date', code: 'date-in-future' }] : []),
    ...(unagreedPrices === answers.agreedPrices || unagreedPrices === ''
      ? []
      : [{ path: 'prices', code: 'prices-not-agreed' }]),
  ]
  if (refusals.length === 0) return calculation
  return { isValid: false, refusals: calculation.isValid ? refusals : [...refusals, ...calculation.refusals] }
}

/** Returns the errors of one kind's lines by `<index>.<field>`, and others by their input path. */
export function answerRefusalsOf(
  answers: Answers,
  refusals: readonly InputFault[],
  kind: string,
): Readonly<Record<string, InputFault>> {
  const side = questionOf(kind)?.side
  if (!side) return {}
  const all = answerLinesOf(answers, side)
  return Object.fromEntries(
    refusals.flatMap((refusal) => {
      const [id, place, field] = refusal.path.split('.')
      const line = id === side ? all[Number(place)] : undefined
      return line?.kind === kind ? [[`${line.index}.${field ?? ''}`, refusal]] : []
    }),
  )
}

const storageKey = 'zakat-answers-1'

/** Reads the answers stored in this tab; undefined if there are none or they have another version. */
export function readAnswers(): Answers | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Partial<Answers> | null
    if (!stored || !isCurrency(stored.currency) || !Array.isArray(stored.kinds) || typeof stored.lines !== 'object')
      return undefined
    return { ...emptyAnswers(stored.currency, stored.date ?? ('2026-01-01' as LocalDate)), ...stored }
  } catch {
    return undefined
  }
}

/** Stores the answers in this tab only. If storage is full or blocked, they don't survive a reload. */
export function storeAnswers(answers: Answers | undefined): void {
  try {
    if (answers) sessionStorage.setItem(storageKey, JSON.stringify(answers))
    else sessionStorage.removeItem(storageKey)
  } catch {
    // Without storage the answers live as long as the page.
  }
}
