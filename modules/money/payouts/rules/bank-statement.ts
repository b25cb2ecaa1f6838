import type { LocalDate } from '#shared/calendar.ts'
import type { Currency } from '#shared/currencies.ts'
import { type CsvFormat, readCsvTable } from '#shared/input/csv-file.ts'
import { possibleDays } from '#shared/input/typed-day.ts'
import { parseMajor } from '#shared/money.ts'
import type { Fault } from '#shared/problem.ts'
import { referencesIn } from './reference.ts'

/** The order of day and month in a bank's dates. */
export const dateOrders = ['year-first', 'day-first', 'month-first'] as const
export type DateOrder = (typeof dateOrders)[number]

/** How a bank names the columns of its statements; empty: it has no such column (payouts-13). */
export type BankMapping = {
  readonly date: string
  readonly dateOrder: DateOrder
  /** One signed column, or one column each for money paid and received. */
  readonly amount: string
  readonly debit: string
  readonly credit: string
  /** The column with the reference. */
  readonly text: string
  readonly decimal: '.' | ','
}

/** A row of a statement; minor units, negative: paid by the operator. */
export type BankRow = { readonly bookedOn: LocalDate; readonly amount: bigint; readonly text: string }

type Column = 'date' | 'amount' | 'debit' | 'credit' | 'text'

/** A column without a heading has a name that no file has. */
const heading = (name: string) => ({ own: [normalize(name) || '\u0000'], others: [] })
const normalize = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')

/** Returns the fields of a mapping that are missing. */
export function checkMapping(mapping: BankMapping): Partial<Record<keyof BankMapping, Fault>> {
  const missing: Fault = { code: 'bank-column-missing' }
  return {
    ...(mapping.date.trim() === '' ? { date: missing } : {}),
    ...(mapping.text.trim() === '' ? { text: missing } : {}),
    ...(mapping.amount.trim() === '' && (mapping.debit.trim() === '' || mapping.credit.trim() === '')
      ? { amount: missing }
      : {}),
  }
}

/** Reads a bank's statement in one currency. The fault names the first row that can't be read, and nothing is read then. */
export function readBankStatement(
  file: string,
  mapping: BankMapping,
  currency: Currency,
): { readonly rows: readonly BankRow[] } | { readonly fault: Fault } {
  const columns = ['date', 'amount', 'debit', 'credit', 'text'] as const
  const format: CsvFormat<Column> = {
    headings: {
      date: heading(mapping.date),
      amount: heading(mapping.amount),
      debit: heading(mapping.debit),
      credit: heading(mapping.credit),
      text: heading(mapping.text),
    },
    optional: columns.filter((column) => mapping[column].trim() === ''),
    rowsMax: 20_000,
    charactersMax: 10_000_000,
  }
  const table = readCsvTable(file, format)
  if ('fault' in table) return table
  const rows: BankRow[] = []
  for (const { row, cells, fault } of table.rows) {
    if (fault) return { fault }
    const bookedOn = dayOf(cells.date, mapping.dateOrder)
    const amount = amountOf(cells, mapping, currency)
    if (!bookedOn || amount === undefined) return { fault: { code: 'csv-unreadable', params: { row } } }
    rows.push({ bookedOn, amount, text: cells.text })
  }
  return { rows }
}

/** Returns the day of a cell; of two possible ones, the one with the bank's order of day and month. */
function dayOf(cell: string, order: DateOrder): LocalDate | undefined {
  const days = possibleDays(cell)
  if (days.length < 2) return days[0]
  const [first = ''] = cell.trim().split(/[./-]/)
  const isFirst = (day: LocalDate) => Number(order === 'day-first' ? day.slice(8) : day.slice(5, 7)) === Number(first)
  return days.find(isFirst)
}

function amountOf(
  cells: Readonly<Partial<Record<Column, string>>>,
  mapping: BankMapping,
  currency: Currency,
): bigint | undefined {
  if (mapping.amount.trim() !== '') return readSigned(cells.amount ?? '', mapping.decimal, currency)
  const debit = readSigned(cells.debit || '0', mapping.decimal, currency)
  const credit = readSigned(cells.credit || '0', mapping.decimal, currency)
  if (debit === undefined || credit === undefined) return undefined
  return credit - (debit < 0n ? -debit : debit)
}

function readSigned(cell: string, decimal: '.' | ',', currency: Currency): bigint | undefined {
  const group = decimal === '.' ? ',' : '.'
  const text = cell
    .replaceAll(group, '')
    .replace(decimal, '.')
    .replace(/[\s\u00a0\u202f']/g, '')
    .replace('−', '-')
  const [, sign, digits = ''] = /^([+-]?)(\d+(?:\.\d+)?)$/.exec(text) ?? []
  const money = parseMajor(digits, currency)
  if (!money) return undefined
  return sign === '-' ? -money.amount : money.amount
}

/** What a reference names; the amount in minor units. */
export type Referenced = { readonly amount: bigint; readonly currency: Currency } & (
  | { readonly kind: 'payout'; readonly payoutId: string }
  | { readonly kind: 'batch'; readonly batchId: string }
)

/** What a row with one of our references means: paid, returned by the bank, or an amount that needs review. */
export type RowMatch = {
  readonly reference: string
  readonly meaning: 'paid' | 'returned' | 'differs'
  readonly referenced: Referenced
}

/**
 * Matches a row with the payout or batch that its text names (payouts-13); undefined if it names none of ours. A debit
 * is paid, a credit of a payout is returned, and both only with the exact amount. Several of ours differ.
 */
export function matchRow(
  row: BankRow,
  currency: Currency,
  find: (reference: string) => Referenced | undefined,
): RowMatch | undefined {
  const found = referencesIn(row.text).flatMap((reference) => {
    const referenced = find(reference)
    return referenced ? [{ reference, referenced }] : []
  })
  const [first] = found
  if (!first) return undefined
  const isExact = found.length === 1 && first.referenced.currency === currency
  if (isExact && row.amount === -first.referenced.amount) return { ...first, meaning: 'paid' }
  if (isExact && row.amount === first.referenced.amount && first.referenced.kind === 'payout')
    return { ...first, meaning: 'returned' }
  return { ...first, meaning: 'differs' }
}
