import type { ColumnType } from 'kysely'

type Instant = ColumnType<Date, Date, never>

declare module '#shared/ports.ts' {
  interface Tables {
    'receipts.counter': { issuer_id: bigint; tax_year: number; last_serial: bigint }
    'receipts.receipt': {
      id: string
      issuer_id: bigint
      tax_year: number
      serial: bigint
      number: string
      kind: 'official' | 'plain'
      intent_id: string
      revision: ColumnType<number, number | undefined, never>
      template_version: string
      locale: string
      email: string | null
      snapshot: ColumnType<unknown, string, never>
      issued_at: Instant
    }
    'receipts.line': { receipt_id: string; donation_id: string; revision: ColumnType<number, number | undefined, never> }
    'receipts.void': { receipt_id: string; reason: string; voided_at: Instant }
  }
}
