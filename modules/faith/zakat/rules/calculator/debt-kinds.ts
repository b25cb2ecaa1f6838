import { fraction, type Fraction, lesserOf, multiply, nothing } from '../numbers/exact.ts'
import type { FieldReader } from './field-reader.ts'
import type { RuleChoices } from './rule-sets.ts'
import type { DebtLine } from './zakat-input.ts'

/** Reasons for the deducted amount of a debt; each has a text in the locale files. */
type DebtRule = 'whole' | 'next-instalments' | 'principal' | 'not-deducted' | 'no-debts'

export type Deduction = { readonly value: Fraction; readonly rule: DebtRule }
type DeductDebt = (fields: FieldReader, choices: RuleChoices) => Deduction

const notDeducted: Deduction = { value: nothing, rule: 'not-deducted' }
const whole: DeductDebt = (fields) => ({ value: fields.amount('amount'), rule: 'whole' })
const none: DeductDebt = (fields) => {
  fields.amount('amount')
  return notDeducted
}

const year = fraction(12n)

/** The instalments of the next twelve months, at most the amount owed if known. */
function nextInstalments(fields: FieldReader): Deduction {
  const months = lesserOf(fields.number('monthsLeft', { decimals: 0, whenEmpty: year }), year)
  const due = multiply(fields.amount('instalment'), months)
  const owed = fields.amount('owed')
  return { value: fields.isEmpty('owed') ? due : lesserOf(due, owed), rule: 'next-instalments' }
}

const longTerm: DeductDebt = (fields, { debts }) => {
  const next = nextInstalments(fields)
  if (debts !== 'all') return next
  if (fields.isEmpty('owed')) fields.refuse('owed', { code: 'debt-owed-missing' })
  return { value: fields.amount('owed'), rule: 'principal' }
}

const studentLoan: DeductDebt = (fields, { studentLoans }) => {
  const next = nextInstalments(fields)
  return fields.isTrue('isRepaying') && studentLoans === 'next12' ? next : notDeducted
}

const unpaidTax: DeductDebt = (fields, choices) =>
  (fields.option('taxYear', ['finished', 'running'], true) === 'finished' ? whole : none)(fields, choices)

const kinds: Readonly<Record<DebtLine['kind'], DeductDebt>> = {
  'due-now': whole,
  'within-a-year': whole,
  'long-term': longTerm,
  'student-loan': studentLoan,
  'unpaid-tax': unpaidTax,
  'interest-owed': none,
  'living-costs': none,
}
/** The kinds, in form order. */
export const debtKindNames = Object.keys(kinds) as DebtLine['kind'][]

/** The deductible part of each debt (zakat-11). Every field is validated, even if no debt is deducted. */
export function deductDebt(kind: DebtLine['kind'], fields: FieldReader, choices: RuleChoices): Deduction {
  const deducted = kinds[kind](fields, choices)
  return choices.debts === 'none' ? { value: nothing, rule: 'no-debts' } : deducted
}
