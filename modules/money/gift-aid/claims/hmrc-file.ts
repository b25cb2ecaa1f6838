import { stringify } from 'csv-stringify/sync'
import { fromMajor, money, toMajor } from '#shared/money.ts'
import { spreadsheetForm, textCell } from '#modules/money/receipts/rules/csv.ts'
import { hmrcColumns, type HmrcRow } from '../rules/hmrc-row.ts'

/** The most rows that HMRC accepts in one file. */
export const rowsPerFile = 1_000

/** The headings of HMRC's schedule, which are in English for every reader. */
const headings = [
  'Title',
  'First name',
  'Last name',
  'House name or number',
  'Postcode',
  'Aggregated donations',
  'Sponsored event',
  'Donation date',
  'Amount',
]

/** Returns how many files a claim has. */
export const fileCount = (rows: number): number => Math.ceil(rows / rowsPerFile)

/**
 * Writes one of a claim's files as CSV, to paste below the headings of HMRC's own spreadsheet (gift-aid-14). `part`
 * begins with 1. Texts are quoted, which keeps leading zeros and dates where quoted cells are read as text; the amount is
 * a number. Cells that a program would read as a formula get an apostrophe (security-12), though the rows have none.
 */
export function hmrcCsv(rows: readonly HmrcRow[], part: number): string {
  const from = (part - 1) * rowsPerFile
  const cells = rows
    .slice(from, from + rowsPerFile)
    .map((row) =>
      hmrcColumns.map((column) => (column === 'amount' ? fromMajor(row.amount, 'GBP').amount : textCell(row[column]))),
    )
  return stringify([headings, ...cells], {
    ...spreadsheetForm,
    quoted_string: true,
    quoted_empty: false,
    // An amount isn't a text, so it isn't quoted and stays a number.
    cast: { bigint: (pence) => toMajor(money(pence, 'GBP')) },
  })
}
