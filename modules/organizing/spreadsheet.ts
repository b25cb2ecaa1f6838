import { stringify } from 'csv-stringify/sync'
import { spreadsheetForm, textCell } from '#modules/receipts/rules/csv.ts'

/** A text, which a spreadsheet must not run; or an amount or number of ours, which it may reckon with. */
export type Cell = string | { readonly plain: string }

/** For spreadsheets: no text begins like a formula (trust.md V101, NT5). */
export const spreadsheet = (head: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  stringify(
    [head, ...rows].map((row) => row.map((cell) => (typeof cell === 'string' ? textCell(cell) : cell.plain))),
    spreadsheetForm,
  )
