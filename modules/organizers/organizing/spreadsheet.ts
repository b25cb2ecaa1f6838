import { stringify } from 'csv-stringify/sync'
import { spreadsheetForm, textCell } from '#modules/money/receipts/rules/csv.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import type { Locale } from '#shared/text.ts'

export const organizingTexts = (locale: Locale) => textsOf('organizers/organizing', locale)
export type OrganizingTexts = ReturnType<typeof organizingTexts>

/** Text, which a spreadsheet must not run as a formula, or a plain number. */
export type Cell = string | { readonly plain: string }

/**
 * Formats CSV for spreadsheets: UTF-8 with BOM, CRLF, and no text that a spreadsheet would run as a formula
 * (security-12).
 */
export const spreadsheet = (head: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  linesOf([head, ...rows], { bom: true })

const linesOf = (rows: readonly (readonly Cell[])[], { bom = false } = {}): string =>
  stringify(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? textCell(cell) : cell.plain))),
    { ...spreadsheetForm, bom },
  )

/** Returns the last line of an incomplete file, in the reader's language. */
export const lineOfMore = (locale: Locale, input: { readonly rows: number; readonly columns: number }): Cell[] => [
  organizingTexts(locale)('csv-more', { count: input.rows }),
  ...Array.from({ length: input.columns - 1 }, () => ''),
]

/** Maximum of rows: browsers can wait for them and spreadsheets can open them. */
const rowsMax = 250_000
const batchSize = 1000

/**
 * Writes a long spreadsheet page by page, so that it blocks other requests no longer than one page takes. `page`
 * returns the rows after the last one written, newest first. After `most` rows the file ends with a line that says that
 * there are more.
 */
export async function writeSpreadsheet<Row>(input: {
  readonly locale: Locale
  readonly head: readonly string[]
  readonly page: (last: Row | undefined, limit: number) => Promise<readonly Row[]>
  readonly cells: (rows: readonly Row[]) => Promise<readonly (readonly Cell[])[]>
  readonly most?: number | undefined
}): Promise<{ readonly csv: string; readonly rows: number; readonly isComplete: boolean }> {
  const most = input.most ?? rowsMax
  const parts = [spreadsheet(input.head, [])]
  let rows = 0
  let last: Row | undefined
  for (;;) {
    const pageSize = Math.min(batchSize, most - rows)
    // Reads one more row than it writes, to know whether there are more.
    const found = await input.page(last, pageSize + 1)
    const written = found.slice(0, pageSize)
    parts.push(linesOf(await input.cells(written)))
    rows += written.length
    last = written.at(-1)
    const isComplete = found.length <= pageSize
    if (!isComplete && rows < most) continue
    if (!isComplete) parts.push(linesOf([lineOfMore(input.locale, { rows, columns: input.head.length })]))
    return { csv: parts.join(''), rows, isComplete }
  }
}
