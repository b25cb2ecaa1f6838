import type { BankMapping, DateOrder } from '#modules/money/payouts/rules/bank-statement.ts'
import { choice, file, hidden, text, trimmed, unlimited, type ValuesOf } from '#web/kit/fields.ts'

/** The rule's module reads CSV files, so pages take only its type. */
export const dateOrders = ['day-first', 'month-first', 'year-first'] as const satisfies readonly DateOrder[]
export const decimals = ['.', ','] as const satisfies readonly BankMapping['decimal'][]

/** The fields of a statement whose text was read already; the columns are empty if they are saved for the bank. */
export const statementFields = {
  bank: trimmed(80),
  currency: hidden,
  csv: unlimited(2_000_000, { path: 'text' }),
  date: text(100, { path: 'mapping.date' }),
  dateOrder: choice(dateOrders, 'day-first'),
  text: text(100, { path: 'mapping.text' }),
  amount: text(100, { path: 'mapping.amount' }),
  debit: text(100, { path: 'mapping.debit' }),
  credit: text(100, { path: 'mapping.credit' }),
  decimal: choice(decimals, '.'),
}
/** The same with an uploaded file, which is never sent back to the browser. */
export const uploadFields = { ...statementFields, file }

export type StatementValues = ValuesOf<typeof statementFields>

/** Returns the columns that were typed; null if none was, so that those saved for the bank are used. */
export function mappingOf({ date, dateOrder, text: column, amount, debit, credit, decimal }: StatementValues) {
  const isEmpty = [date, column, amount, debit, credit].every((heading) => heading.trim() === '')
  return isEmpty ? null : { date, dateOrder, text: column, amount, debit, credit, decimal }
}
