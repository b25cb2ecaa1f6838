import { createHash } from 'node:crypto'
import type { Currency } from '#shared/money.ts'
import type { LocalDate } from '#shared/calendar.ts'
import { type CsvFormat, readCsvTable } from '#shared/input/csv-file.ts'
import { dayInFile, type DateOrder, orderOfDates } from '#shared/input/typed-day.ts'
import { type Fault, Problem } from '#shared/problem.ts'
import { amountInFile } from '../rules/amount-cell.ts'
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
export type ReadFile = {
  readonly rows: readonly ReadRow[]
  readonly hash: string
  /** Whether dates such as 01/11/2026 need an order of day and month, and the order of the file's other dates. */
  readonly dates: ReturnType<typeof orderOfDates>
}
type Context = { readonly currency: Currency; readonly today: LocalDate; readonly dateOrder?: DateOrder | undefined }

type Column = 'amount' | 'receivedOn' | 'method' | 'note' | 'donorName' | 'currency'

/** Accepted column headings in English and Arabic. */
const format: CsvFormat<Column> = {
  headings: {
    amount: { own: ['amount', 'المبلغ'], others: [] },
    receivedOn: { own: ['received on', 'تاريخ الاستلام'], others: ['date', 'received', 'receivedon', 'التاريخ'] },
    method: { own: ['method', 'طريقة الاستلام'], others: ['الطريقة'] },
    note: { own: ['evidence', 'الإثبات'], others: ['note', 'evidence note'] },
    donorName: { own: ['donor', 'المتبرع'], others: ['name', 'donor name', 'donorname', 'الاسم'] },
    currency: { own: ['currency', 'العملة'], others: [] },
  },
  optional: ['donorName', 'currency'],
  rowsMax,
  charactersMax: bytesMax,
}
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
 * Parses a file of offline donations, and validates each row like the form (content-11, content-37). A missing donor is
 * anonymous. `dateOrder` reads dates such as 01/11/2026. Line endings don't matter, because forms normalize them. Throws the fault of a file that can't be read.
 */
export function readCsv(text: string, input: Context): ReadFile {
  if (Buffer.byteLength(text) > bytesMax) throw new Problem('validation', 'csv-too-large', { status: 413 })
  const table = readCsvTable(text, format)
  if ('fault' in table) throw refusal(table.fault)
  const file = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .trimEnd()
  return {
    dates: orderOfDates(table.rows.flatMap((row) => (row.fault ? [] : [row.cells.receivedOn]))),
    hash: createHash('sha256').update(file).digest('base64url'),
    rows: table.rows.map(({ row, cells, fault }) => {
      if (fault) throw refusal(fault)
      const method = cells.method.toLowerCase()
      const draft: OfflineDraft = {
        ...cells,
        amount: amountInFile(cells.amount, input.currency),
        receivedOn: dayInFile(cells.receivedOn, input.today, input.dateOrder),
        isAnonymous: cells.donorName === '',
        method: methodWords[method] ?? method,
      }
      return { row, draft, ...readOffline(draft, input) }
    }),
  }
}

const refusal = ({ code, params }: Fault) =>
  new Problem('validation', code, { ...(params && { params }), fields: { csv: { code, ...(params && { params }) } } })
