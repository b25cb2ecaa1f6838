import { stringify } from 'csv-stringify/sync'
import { spreadsheetForm, textCell } from '#modules/money/receipts/rules/csv.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import type { Locale } from '#shared/text.ts'

export const organizingTexts = (locale: Locale) => textsOf('organizers/organizing', locale)
export type OrganizingTexts = ReturnType<typeof organizingTexts>

/** A text, which a spreadsheet must not run; or an amount or number of ours, which it may reckon with. */
export type Cell = string | { readonly plain: string }

/**
 * For spreadsheets: UTF-8 with its mark, lines end as they want them, and no text begins like a formula (security-12).
 */
export const spreadsheet = (head: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  linesOf([head, ...rows], { bom: true })

const linesOf = (rows: readonly (readonly Cell[])[], { bom = false } = {}): string =>
  stringify(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? textCell(cell) : cell.plain))),
    { ...spreadsheetForm, bom },
  )

/** The last line of a file that does not hold everything says so, in the reader's language. */
export const lineOfMore = (locale: Locale, of: { readonly rows: number; readonly columns: number }): Cell[] => [
  organizingTexts(locale)('csv-more', { count: of.rows }),
  ...Array.from({ length: of.columns - 1 }, () => ''),
]

/** As much as a browser waits for and a spreadsheet program opens. */
const rowsMax = 250_000
const atOnce = 1000

/**
 * A long spreadsheet, written a page at a time: it holds up nobody who gives meanwhile for longer than one page takes.
 * `page` answers the rows after the last one that was written, newest first. Beyond `most` rows the file ends, and its
 * last line says that there are more.
 */
export async function writeSpreadsheet<Row>(of: {
  readonly locale: Locale
  readonly head: readonly string[]
  readonly page: (last: Row | undefined, limit: number) => Promise<readonly Row[]>
  readonly cells: (rows: readonly Row[]) => Promise<readonly (readonly Cell[])[]>
  readonly most?: number | undefined
}): Promise<{ readonly csv: string; readonly rows: number; readonly isComplete: boolean }> {
  const most = of.most ?? rowsMax
  const parts = [spreadsheet(of.head, [])]
  let rows = 0
  let last: Row | undefined
  for (;;) {
    const wanted = Math.min(atOnce, most - rows)
    // One more than is written tells whether there are others.
    const found = await of.page(last, wanted + 1)
    const written = found.slice(0, wanted)
    parts.push(linesOf(await of.cells(written)))
    rows += written.length
    last = written.at(-1)
    const isComplete = found.length <= wanted
    if (!isComplete && rows < most) continue
    if (!isComplete) parts.push(linesOf([lineOfMore(of.locale, { rows, columns: of.head.length })]))
    return { csv: parts.join(''), rows, isComplete }
  }
}
