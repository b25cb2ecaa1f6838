import { textCell } from '#modules/money/receipts/rules/csv.ts'

/** All records about a person by kind, such as `donations` or `addresses`. */
export type Subjects = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

/**
 * Returns one row for each value: subject, record number (from 1), name and value. Empty values are left out; values
 * that a spreadsheet would run as a formula are escaped (security-12).
 */
export const exportRows = (subjects: Subjects): string[][] =>
  Object.entries(subjects).flatMap(([subject, records]) =>
    records.flatMap((record, index) =>
      Object.entries(record)
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => [subject, String(index + 1), name, cellOf(value)]),
    ),
  )

const cellOf = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : textCell(typeof value === 'string' ? value : JSON.stringify(value))
