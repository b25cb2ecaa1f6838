import { one } from '#shared/collections.ts'
import { createHash } from 'node:crypto'
import { CsvError, parse } from 'csv-parse/sync'
import type { Currency } from '#shared/money.ts'
import type { LocalDate } from '#shared/calendar.ts'
import { Problem } from '#shared/problem.ts'
import { type OfflineDraft, type OfflineFaults, type OfflineDonation, readOffline } from '../rules/offline.ts'

const bytesMax = 1_048_576
export const rowsMax = 1000

type ReadRow = {
  /** Row number as in a spreadsheet, where the header is row 1. */
  readonly row: number
  readonly draft: OfflineDraft
  readonly donation?: OfflineDonation | undefined
  readonly faults?: OfflineFaults | undefined
}
export type ReadFile = { readonly rows: readonly ReadRow[]; readonly hash: string }

/** Accepted column headings in English and Arabic; the template has the first. */
const headings: Readonly<
  Record<'amount' | 'receivedOn' | 'method' | 'note' | 'donorName' | 'currency', readonly string[]>
> = {
  amount: ['amount', 'المبلغ'],
  receivedOn: ['received on', 'date', 'received', 'receivedon', 'تاريخ الاستلام', 'التاريخ'],
  method: ['method', 'طريقة الاستلام', 'الطريقة'],
  note: ['evidence', 'note', 'evidence note', 'الإثبات'],
  donorName: ['donor', 'name', 'donor name', 'donorname', 'المتبرع', 'الاسم'],
  currency: ['currency', 'العملة'],
}
const needed = ['amount', 'receivedOn', 'method', 'note'] as const
const methodWords: Readonly<Record<string, string>> = {
  نقدا: 'cash',
  نقدًا: 'cash',
  تحويل: 'bank',
  شيك: 'cheque',
  أخرى: 'other',
  check: 'cheque',
  transfer: 'bank',
}

/**
 * Parses a file of offline donations separated by commas, semicolons or tabs, and validates each row like the form. A
 * missing donor is anonymous. Line endings don't matter, because forms normalize them.
 */
export function readCsv(text: string, input: { readonly currency: Currency; readonly today: LocalDate }): ReadFile {
  if (Buffer.byteLength(text) > bytesMax) throw new Problem('validation', 'csv-too-large', { status: 413 })
  const file = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .trimEnd()
  // A wrong encoding produces the replacement character, which would stay in a donor's name.
  const unread = file.indexOf('\ufffd')
  if (unread >= 0) throw refusal('csv-unreadable', { row: file.slice(0, unread).split('\n').length })
  const [head, ...records] = recordsOf(file)
  if (!head || records.length === 0)
    throw new Problem('validation', 'csv-empty', { fields: { csv: { code: 'csv-empty' } } })
  const columns = head.cells.map((cell) => columnOf(cell))
  const missing = needed.filter((column) => !columns.includes(column))
  if (missing.length > 0)
    throw refusal('csv-columns', { columns: missing.map((column) => one(headings[column])).join(', ') })
  return {
    hash: createHash('sha256').update(file).digest('base64url'),
    rows: records.map(({ cells, row }) => {
      const cell = (column: keyof typeof headings): string => cells[columns.indexOf(column)]?.trim() ?? ''
      const method = cell('method').toLowerCase()
      const draft: OfflineDraft = {
        amount: cell('amount'),
        currency: cell('currency'),
        receivedOn: cell('receivedOn'),
        donorName: cell('donorName'),
        isAnonymous: cell('donorName') === '',
        method: methodWords[method] ?? method,
        note: cell('note'),
      }
      return { row, draft, ...readOffline(draft, input) }
    }),
  }
}

const refusal = (code: string, params: Record<string, string | number>) =>
  new Problem('validation', code, { params, fields: { csv: { code, params } } })

const columnOf = (heading: string): keyof typeof headings | undefined => {
  const words = heading.trim().toLowerCase()
  return (Object.keys(headings) as (keyof typeof headings)[]).find((column) => headings[column].includes(words))
}

/** Limits empty and short lines, because the parser creates a costly error for each. */
const unevenMax = 10 * rowsMax

function recordsOf(file: string): { cells: string[]; row: number }[] {
  const first = one(file.split('\n', 1))
  const delimiter = one(
    [',', ';', '\t'].map((sign) => ({ sign, count: first.split(sign).length })).sort((a, b) => b.count - a.count),
  ).sign
  const records: { cells: string[]; row: number }[] = []
  try {
    parse(file, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      bom: true,
      max_record_size: 20_000,
      // Empty rows are skipped but counted, so that row numbers match the spreadsheet.
      on_record: (cells: string[], info) => {
        if (info.invalid_field_length > unevenMax) throw refusal('csv-too-many-rows', { max: rowsMax })
        if (cells.every((cell) => cell.trim() === '')) return null
        records.push({ cells, row: info.records + info.empty_lines })
        // The first record is the header.
        if (records.length > rowsMax + 1) throw refusal('csv-too-many-rows', { max: rowsMax })
        return null
      },
    })
    return records
  } catch (error) {
    if (error instanceof CsvError)
      throw refusal('csv-unreadable', { row: Number((error as unknown as { lines?: number }).lines ?? 1) })
    throw error
  }
}
