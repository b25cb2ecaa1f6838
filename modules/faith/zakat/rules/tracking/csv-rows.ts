import { CsvError, parse } from 'csv-parse/sync'
import { one } from '#shared/collections.ts'

/** Row number as in a spreadsheet: the headings are row 1. `cells` is null if the row can't be parsed. */
export type CsvRow = { readonly row: number; readonly cells: readonly string[] | null }

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

/**
 * The non-blank rows of a CSV file, separated by commas or semicolons. If a quotation mark makes the file invalid, each
 * line is parsed on its own. For the server; never throws for invalid content.
 */
export function readCsvRows(text: string): CsvRow[] {
  const file = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const first = one(file.split('\n', 1))
  const delimiter = first.split(';').length > first.split(',').length ? ';' : ','
  const read = (part: string): string[][] =>
    parse(part, { delimiter, relax_column_count: true, skip_empty_lines: false, max_record_size: 20_000 })
  const tryRead = (part: string): string[][] | null => {
    try {
      return read(part)
    } catch (error) {
      if (error instanceof CsvError) return null
      throw error
    }
  }
  const records: (readonly string[] | null)[] =
    tryRead(file) ?? file.split('\n').map((line) => (line === '' ? [] : (tryRead(line)?.[0] ?? null)))
  return records
    .map((cells, index) => ({ row: index + 1, cells }))
    .filter(({ cells }) => cells === null || !isBlank(cells))
}
