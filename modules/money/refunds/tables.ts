import type { Currency } from '#shared/money.ts'
import type { ColumnType } from 'kysely'
import type { RefundReason, RefundState } from './rules/states.ts'

type Instant = ColumnType<Date, Date, never>
type MaybeInstant = ColumnType<Date | null, Date | null | undefined, Date | null>

declare module '#shared/ports.ts' {
  interface Tables {
    'refunds.refund': {
      id: string
      intent_id: string
      state: RefundState
      origin: 'staff' | 'donor' | 'provider' | 'bank'
      amount: ColumnType<bigint, bigint, never>
      currency: ColumnType<Currency, Currency, never>
      provider: string
      provider_refund_id: string | null
      reason: RefundReason
      note: string
      requested_by: string | null
      approved_by: ColumnType<string | null, string | null | undefined, string | null>
      idempotency_key: string | null
      request_hash: string | null
      failure_reason: ColumnType<string | null, string | null | undefined, string | null>
      lookups: ColumnType<number, number | undefined, number>
      next_lookup_at: MaybeInstant
      created_at: Instant
      requested_at: MaybeInstant
      settled_at: MaybeInstant
      evidence_due_at: MaybeInstant
    }
    'refunds.line': {
      refund_id: string
      donation_id: string
      gift: bigint
      tip: bigint
      covered_fee: bigint
      fee_restored: bigint
      zakat_eligible: bigint
    }
    'refunds.manual_review': {
      id: string
      provider: string
      provider_refund_id: string
      intent_id: string | null
      amount: bigint
      currency: Currency
      reason: string
      found_at: Instant
      resolved_at: MaybeInstant
      resolved_by: ColumnType<string | null, string | null | undefined, string | null>
      note: ColumnType<string, string | undefined, string>
    }
    'refunds.warning': {
      id: string
      intent_id: string
      kind: 'early-fraud-warning' | 'review'
      provider: string
      provider_warning_id: string
      reason: string
      found_at: Instant
      decision: ColumnType<'refund' | 'keep' | null, null | undefined, 'refund' | 'keep'>
      decided_at: MaybeInstant
      decided_by: ColumnType<string | null, null | undefined, string>
    }
    'refunds.request': {
      id: string
      donation_id: string
      account_id: string
      reason: string
      state: 'open' | 'granted' | 'declined'
      note: ColumnType<string, string | undefined, string>
      decided_by: ColumnType<string | null, string | null | undefined, string | null>
      refund_id: ColumnType<string | null, string | null | undefined, string | null>
      created_at: Instant
      decided_at: MaybeInstant
    }
  }
}
