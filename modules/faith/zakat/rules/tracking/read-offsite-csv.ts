import type { LocalDate } from '#shared/calendar.ts'
import { one } from '#shared/collections.ts'
import type { Fault } from '#shared/problem.ts'
import { readCsvRows } from './csv-rows.ts'
import { type OffsiteEntry, type OffsiteField, readOffsiteEntry } from './offsite-entry.ts'

/** Row number as in a spreadsheet: the headings are row 1. */
type OffsiteCsvEntry = OffsiteEntry & { readonly row: number }
/** `column` is null if the error concerns the row, `row` is null if it concerns the file. */
type OffsiteCsvRefusal = Fault & { readonly row: number | null; readonly column: OffsiteField | null }
export type OffsiteCsv = {
  readonly entries: readonly OffsiteCsvEntry[]
  readonly refusals: readonly OffsiteCsvRefusal[]
}

const rowsMax = 1000
const charactersMax = 1_000_000

const headings: Readonly<Record<OffsiteField, readonly string[]>> = {
  date: ['date', 'day', 'التاريخ', 'تاريخ', 'اليوم'],
  amount: ['amount', 'المبلغ', 'مبلغ'],
  currency: ['currency', 'العملة', 'عملة'],
  note: ['note', 'notes', 'ملاحظة', 'ملاحظات', 'الملاحظة', 'الملاحظات'],
}
const columns: readonly OffsiteField[] = ['date', 'amount', 'currency', 'note']
const columnsNeeded: readonly OffsiteField[] = ['date', 'amount', 'currency']

/**
 * Reads payments made elsewhere from a CSV file: an entry per valid row, and each error with its row and column
 * (zakat-22). For the server; never throws for invalid content.
 */
export function readOffsiteCsv(text: string, today: LocalDate): OffsiteCsv {
  if (text.length > charactersMax) return refuseFile('csv-too-large')
  const [head, ...rows] = readCsvRows(text)
  if (!head || rows.length === 0) return refuseFile('csv-empty')
  if (rows.length > rowsMax) return refuseFile('csv-too-many-rows', { max: rowsMax })
  const found = (head.cells ?? []).map((cell) => columnOf(cell))
  const missing = columnsNeeded.filter((column) => !found.includes(column))
  if (missing.length > 0)
    return refuseFile('csv-columns', { columns: missing.map((name) => one(headings[name])).join(', ') })

  const entries: OffsiteCsvEntry[] = []
  const refusals: OffsiteCsvRefusal[] = []
  for (const { row, cells } of rows) {
    if (cells === null) {
      refusals.push({ row, column: null, code: 'csv-unreadable', params: { row } })
      continue
    }
    const cell = (column: OffsiteField): string => cells[found.indexOf(column)] ?? ''
    const typed = { date: cell('date'), amount: cell('amount'), currency: cell('currency'), note: cell('note') }
    const read = readOffsiteEntry(typed, today)
    if ('entry' in read) entries.push({ row, ...read.entry })
    else
      for (const column of columns) {
        const fault = read.faults[column]
        if (fault) refusals.push({ row, column, ...fault })
      }
  }
  return { entries, refusals }
}

const refuseFile = (code: string, params?: Fault['params']): OffsiteCsv => ({
  entries: [],
  refusals: [{ row: null, column: null, code, ...(params && { params }) }],
})

const columnOf = (heading: string): OffsiteField | undefined => {
  const name = heading.trim().toLowerCase()
  return columns.find((column) => headings[column].includes(name))
}
