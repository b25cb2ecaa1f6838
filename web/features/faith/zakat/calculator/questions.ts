import type { AssetLine, DebtLine } from '#modules/faith/zakat/rules/calculator/zakat-input.ts'

/** A field of a line. The first option is the default. */
export type LineField =
  | { readonly name: string; readonly type: 'amount' | 'number' | 'percent' }
  | { readonly name: string; readonly type: 'option'; readonly options: readonly string[] }
  | { readonly name: string; readonly type: 'yes' }

export type Side = 'assets' | 'debts'
type Kind = AssetLine['kind'] | DebtLine['kind']
export type Question = {
  readonly side: Side
  readonly kind: Kind
  readonly fields: readonly LineField[]
  /** Whether its amounts can be in another currency. */
  readonly hasCurrency: boolean
}

const amount: LineField = { name: 'amount', type: 'amount' }
const percent = (name: string): LineField => ({ name, type: 'percent' })
const option = (name: string, ...options: string[]): LineField => ({ name, type: 'option', options })
const amounts = (...names: string[]): LineField[] => names.map((name) => ({ name, type: 'amount' }))
const ask = (side: Side, kind: Kind, fields: readonly LineField[], hasCurrency = true): Question => ({
  side,
  kind,
  fields,
  hasCurrency,
})

/** The questions for each kind of wealth and debt, in form order (zakat-9). */
export const questions: readonly Question[] = [
  ask('assets', 'cash', [amount]),
  ask('assets', 'cash-isa', [amount]),
  ask(
    'assets',
    'gold',
    [
      { name: 'grams', type: 'number' },
      { name: 'karat', type: 'number' },
      option('use', 'stored', 'worn'),
      option('wornBy', 'woman', 'man'),
    ],
    false,
  ),
  ask(
    'assets',
    'silver',
    [{ name: 'grams', type: 'number' }, { name: 'fineness', type: 'number' }, option('use', 'stored', 'worn')],
    false,
  ),
  ask('assets', 'trading-shares', [amount]),
  ask('assets', 'long-term-shares', [amount, percent('percent')]),
  ask('assets', 'shares-isa', [amount, percent('percent')]),
  ask('assets', 'shares-by-assets', [
    { name: 'shares', type: 'number' },
    { name: 'zakatablePerShare', type: 'number' },
  ]),
  ask('assets', 'dividends', [amount]),
  ask('assets', 'crypto', [amount, option('use', 'held', 'not-for-resale')]),
  ask('assets', 'business', amounts('cash', 'stock', 'rawMaterials', 'debtors', 'creditors')),
  ask('assets', 'property', [amount, option('use', 'resale', 'home', 'rented', 'undecided')]),
  ask('assets', 'money-owed', [
    amount,
    option('quality', 'good', 'doubtful', 'wages', 'dowry', 'inheritance', 'trust', 'bare-trust'),
  ]),
  ask('assets', 'uk-pension', [amount, option('fund', 'equity', 'shariah', 'property', 'mixed', 'bonds')]),
  ask('assets', '401k', [amount, percent('penaltyPercent'), percent('taxPercent')]),
  ask('assets', 'ira', [amount, percent('penaltyPercent'), percent('taxPercent')]),
  ask('assets', 'rrsp', [amount, percent('taxPercent')]),
  ask('assets', 'lisa', [amount, { name: 'hasCharge', type: 'yes' }]),
  ask('assets', 'junior-isa', [amount, option('holds', 'cash', 'shares')]),
  ask('assets', 'interest', [amount]),
  ask('debts', 'due-now', [amount]),
  ask('debts', 'within-a-year', [amount]),
  ask('debts', 'long-term', [
    { name: 'instalment', type: 'amount' },
    { name: 'monthsLeft', type: 'number' },
    { name: 'owed', type: 'amount' },
  ]),
  ask('debts', 'student-loan', [
    { name: 'instalment', type: 'amount' },
    { name: 'monthsLeft', type: 'number' },
    { name: 'owed', type: 'amount' },
    { name: 'isRepaying', type: 'yes' },
  ]),
  ask('debts', 'unpaid-tax', [amount, option('taxYear', 'finished', 'running')]),
]

/** Returns the default values of a line: the first option of each list, as its select shows it. */
export const defaultLine = ({ fields }: Question): Readonly<Record<string, string>> =>
  Object.fromEntries(fields.flatMap((field) => (field.type === 'option' ? [[field.name, field.options[0] ?? '']] : [])))

/** Returns the question of a kind; kinds are unique across both sides. */
export const questionOf = (kind: string): Question | undefined => questions.find((question) => question.kind === kind)
