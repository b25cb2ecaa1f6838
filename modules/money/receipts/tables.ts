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
      purged_at: ColumnType<Date | null, null | undefined, never>
    }
    'receipts.line': {
      receipt_id: string
      donation_id: string
      revision: ColumnType<number, number | undefined, never>
    }
    'receipts.document': {
      receipt_id: string
      format: 'html' | 'pdf'
      is_void: boolean
      bytes: Buffer
      sha256: Buffer
      template_version: string
      generated_at: Instant
    }
    'receipts.statement': {
      id: string
      account_id: string
      regime: 'uk' | 'us' | 'ca' | 'plain'
      tax_year: number
      locale: string
      fingerprint: Buffer
      content: ColumnType<unknown, string, never>
      requested_at: Date
    }
    'receipts.statement_document': {
      statement_id: string
      format: 'csv' | 'pdf'
      bytes: Buffer
      sha256: Buffer
      generated_at: Instant
    }
    'receipts.void': { receipt_id: string; reason: string; voided_at: Instant }
  }
}
