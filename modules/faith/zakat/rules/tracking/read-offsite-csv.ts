import type { LocalDate } from '#shared/calendar.ts'
import { type CsvFormat, readCsvTable } from '#shared/input/csv-file.ts'
import type { Fault } from '#shared/problem.ts'
import { dayInFile } from '#shared/input/typed-day.ts'
import { type OffsiteEntry, type OffsiteField, readOffsiteEntry } from './offsite-entry.ts'

/** Row number as in a spreadsheet: the headings are row 1. */
type OffsiteCsvEntry = OffsiteEntry & { readonly row: number }
/** `column` is null if the error concerns the row, `row` is null if it concerns the file. */
type OffsiteCsvRefusal = Fault & { readonly row: number | null; readonly column: OffsiteField | null }
export type OffsiteCsv = {
  readonly entries: readonly OffsiteCsvEntry[]
  readonly refusals: readonly OffsiteCsvRefusal[]
}

const format: CsvFormat<OffsiteField> = {
  headings: {
    date: { own: ['date', 'التاريخ'], others: ['day', 'تاريخ', 'اليوم'] },
    amount: { own: ['amount', 'المبلغ'], others: ['مبلغ'] },
    currency: { own: ['currency', 'العملة'], others: ['عملة'] },
    note: { own: ['note', 'ملاحظة'], others: ['notes', 'ملاحظات', 'الملاحظة', 'الملاحظات'] },
  },
  optional: ['note'],
  rowsMax: 1000,
  charactersMax: 1_000_000,
}
const columns = Object.keys(format.headings) as OffsiteField[]

/**
 * Reads payments made elsewhere from a CSV file: an entry per valid row, and each error with its row and column
 * (zakat-22, content-37). For the server; never throws for invalid content.
 */
export function readOffsiteCsv(text: string, today: LocalDate): OffsiteCsv {
  const table = readCsvTable(text, format)
  if ('fault' in table) return { entries: [], refusals: [{ row: null, column: null, ...table.fault }] }
  const entries: OffsiteCsvEntry[] = []
  const refusals: OffsiteCsvRefusal[] = []
  for (const { row, cells, fault: rowFault } of table.rows) {
    if (rowFault) {
      refusals.push({ row, column: null, ...rowFault })
      continue
    }
    const read = readOffsiteEntry({ ...cells, date: dayInFile(cells.date, today) }, today)
    if ('entry' in read) entries.push({ row, ...read.entry })
    else
      for (const column of columns) {
        const fault = read.faults[column]
        if (fault) refusals.push({ row, column, ...fault })
      }
  }
  return { entries, refusals }
}
