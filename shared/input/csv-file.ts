import { CsvError, parse } from 'csv-parse/sync'
import { one } from '#shared/collections.ts'
import { normalizeDigits } from '#shared/input/digits.ts'
import type { Fault } from '#shared/problem.ts'

/** The headings of a column: `own` are those of the template in each language, `others` are accepted as well. */
export type Headings = { readonly own: readonly string[]; readonly others: readonly string[] }

/** A row with its number in a spreadsheet, where the headings are row 1. */
type CsvRow<Column extends string> = { readonly row: number } & (
  | { readonly cells: Readonly<Record<Column, string>>; readonly fault?: undefined }
  | { readonly cells?: undefined; readonly fault: Fault }
)
export type CsvTable<Column extends string> = { readonly rows: readonly CsvRow<Column>[] } | { readonly fault: Fault }

export type CsvFormat<Column extends string> = {
  readonly headings: Readonly<Record<Column, Headings>>
  /** Columns that a file may lack. */
  readonly optional?: readonly Column[]
  readonly rowsMax: number
  readonly charactersMax: number
}

const delimiters = [',', ';', '\t', '|']
const recordMax = 20_000

/**
 * Decodes an uploaded file: UTF-8, or UTF-16 as Excel and Numbers save "Unicode text", with or without a byte order
 * mark. Other encodings leave the replacement character, which `readCsvTable` refuses with advice.
 */
export function decodeCsv(bytes: Uint8Array): string {
  const [first = 0, second = 0] = bytes
  // Without a mark, every other byte of a heading in Latin letters is zero.
  const isLittleEndian = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0)
  const isBigEndian = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0)
  if (bytes.length > 1 && isLittleEndian) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes.length > 1 && isBigEndian) return new TextDecoder('utf-16be').decode(bytes)
  return new TextDecoder('utf-8').decode(bytes)
}

/**
 * Reads the rows of a CSV file as spreadsheets of all languages save it (content-37): separated by commas, semicolons, tabs
 * or bars, with or without `sep=`, a byte order mark and quotation marks, with any line endings. Blank rows are skipped and
 * counted. Columns without a known heading are ignored. Never throws for invalid content. Faults of the file: `csv-too-large`,
 * `csv-unreadable` {row}, `csv-empty`, `csv-too-many-rows` {max}, `csv-columns` and `csv-columns-twice` {columns}; of a row:
 * `csv-unreadable` and `csv-row-too-long` {row}.
 */
export function readCsvTable<Column extends string>(text: string, format: CsvFormat<Column>): CsvTable<Column> {
  if (text.length > format.charactersMax) return { fault: { code: 'csv-too-large' } }
  const file = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .trimEnd()
  // Another encoding leaves replacement characters, which would stay in a donor's name; a workbook has zeros.
  const unread = file.search(/[\ufffd\0]/)
  if (unread >= 0) return unreadable(file.slice(0, unread).split('\n').length)
  const [, sign, rest] = /^"?sep=([^\n])"?\n([^]*)$/i.exec(file) ?? []
  const body = rest ?? file
  const skipped = rest === undefined ? 0 : 1
  const records = readRecords(body, sign ?? delimiterOf(body, format), format.rowsMax)
  if (records === 'too-many') return { fault: { code: 'csv-too-many-rows', params: { max: format.rowsMax } } }
  const [head, ...others] = records
  if (!head || others.length === 0) return { fault: { code: 'csv-empty' } }
  if (!head.cells) return unreadable(head.row + skipped)
  const columns = placesOf(head.cells, format)
  if ('fault' in columns) return columns
  const width = head.cells.length
  return {
    rows: others.map(({ row: recordRow, cells }): CsvRow<Column> => {
      const row = recordRow + skipped
      if (!cells) return { row, fault: { code: 'csv-unreadable', params: { row } } }
      // A group separator that isn't in quotation marks moves all cells after it.
      if (cells.slice(width).some((cell) => cell.trim() !== ''))
        return { row, fault: { code: 'csv-row-too-long', params: { row } } }
      const valueOf = (column: Column) => cells[columns.places[column] ?? -1]?.trim() ?? ''
      const names = Object.keys(format.headings) as Column[]
      return { row, cells: Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Column, string> }
    }),
  }
}

const unreadable = (row: number) => ({ fault: { code: 'csv-unreadable', params: { row } } })

const normalizeHeading = (heading: string): string =>
  normalizeDigits(heading)
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')

const isHeadingOf = ({ own, others }: Headings, heading: string): boolean =>
  own.includes(heading) || others.includes(heading)

/** Finds the place of each column; of two, the one with the template's own heading, and otherwise neither. */
function placesOf<Column extends string>(
  head: readonly string[],
  { headings, optional = [] }: CsvFormat<Column>,
): { readonly places: Partial<Record<Column, number>> } | { readonly fault: Fault } {
  const names = head.map(normalizeHeading)
  const places: Partial<Record<Column, number>> = {}
  const [missing, twice]: [string[], string[]] = [[], []]
  for (const column of Object.keys(headings) as Column[]) {
    const known = headings[column]
    const found = names.flatMap((name, place) => (isHeadingOf(known, name) ? [place] : []))
    const own = found.filter((place) => known.own.includes(names[place] ?? ''))
    const [place, ...more] = own.length > 0 ? own : found
    if (more.length > 0) twice.push(...[place ?? 0, ...more].map((position) => head[position]?.trim() ?? ''))
    else if (place !== undefined) places[column] = place
    else if (!optional.includes(column)) missing.push(one(known.own))
  }
  if (twice.length > 0) return { fault: { code: 'csv-columns-twice', params: { columns: twice.join(', ') } } }
  if (missing.length > 0) return { fault: { code: 'csv-columns', params: { columns: missing.join(', ') } } }
  return { places }
}

/** Returns the separator with which the first row has the most known headings, and then the most cells. */
function delimiterOf<Column extends string>(body: string, { headings }: CsvFormat<Column>): string {
  const first = one(body.replace(/^\n+/, '').split('\n', 1)).slice(0, recordMax)
  const known = Object.values<Headings>(headings)
  const scored = delimiters.map((delimiter) => {
    const cells = first.split(delimiter).map((cell) => normalizeHeading(cell.replaceAll('"', '')))
    const count = cells.filter((cell) => known.some((names) => isHeadingOf(names, cell))).length
    return { delimiter, score: count * recordMax + cells.length }
  })
  return one(scored.toSorted((a, b) => b.score - a.score)).delimiter
}

type RawRow = { readonly row: number; readonly cells: readonly string[] | null }
class TooMany extends Error {}

/**
 * Parses the rows that aren't blank. If a quotation mark makes the file invalid, each line is parsed on its own, so that only
 * its row is refused.
 */
function readRecords(body: string, delimiter: string, rowsMax: number): RawRow[] | 'too-many' {
  const records: RawRow[] = []
  const keep = (cells: readonly string[] | null, row: number) => {
    if (cells?.every((cell) => cell.trim() === '')) return
    records.push({ cells, row })
    // The first record is the headings.
    if (records.length > rowsMax + 1) throw new TooMany()
  }
  try {
    try {
      parse(body, {
        delimiter,
        relax_column_count: true,
        skip_empty_lines: true,
        max_record_size: recordMax,
        on_record: (cells: string[], info) => {
          // The parser creates a costly error for each line of another length.
          if (info.invalid_field_length > 10 * rowsMax) throw new TooMany()
          keep(cells, info.records + info.empty_lines)
          return null
        },
      })
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      records.length = 0
      for (const [index, line] of body.split('\n').entries())
        if (line.trim() !== '') keep(parseLine(line, delimiter), index + 1)
    }
    return records
  } catch (error) {
    if (error instanceof TooMany) return 'too-many'
    throw error
  }
}

function parseLine(line: string, delimiter: string): readonly string[] | null {
  try {
    return (parse(line, { delimiter, relax_column_count: true, max_record_size: recordMax }) as string[][])[0] ?? []
  } catch (error) {
    if (error instanceof CsvError) return null
    throw error
  }
}
