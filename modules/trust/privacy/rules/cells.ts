import { textCell } from '#modules/money/receipts/rules/csv.ts'

/** Everything of one kind that is kept of somebody: `gifts`, `addresses`. */
export type Subjects = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

/**
 * One row for each fact: its subject, which record of it (from 1), the fact's name and its value. What is empty is left
 * out; what a spreadsheet would run as a formula does not begin like one (security-12).
 */
export const factRows = (subjects: Subjects): string[][] =>
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
