import type { ColumnType, GeneratedAlways } from 'kysely'
import type { Currency } from '#shared/currencies.ts'
import type { MoneyKind, PayableAccount } from './rules/amounts.ts'
import type { BankFileFormat } from './rules/bank-format.ts'
import type { PayoutState } from './rules/states.ts'

type Frozen<T> = ColumnType<T, T, never>
type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>
type Default<T> = ColumnType<T, T | undefined, T>

declare module '#shared/ports.ts' {
  interface Tables {
    'payouts.payout': {
      id: string
      number: GeneratedAlways<bigint>
      organization_id: Frozen<bigint>
      currency: Frozen<Currency>
      kind: ColumnType<'payout' | 'opening', 'payout' | 'opening' | undefined, never>
      state: PayoutState
      bank_details_id: Frozen<string | null>
      drafted_at: Frozen<Date>
      /** Null: drafted by the job. */
      requested_by: Frozen<string | null>
      /** Minor units; null until the lines are complete. */
      zakat: Maybe<bigint>
      rest: Maybe<bigint>
      reserve: Maybe<bigint>
      released: Maybe<bigint>
      total: Maybe<bigint>
      approved_at: Maybe<Date>
      batch_id: Maybe<string>
      sent_at: Maybe<Date>
      paid_at: Maybe<Date>
      paid_on: ColumnType<string | null, string | null | undefined, string | null>
      ended_at: Maybe<Date>
      reason: Default<string>
    }
    'payouts.line': {
      payout_id: string
      tx_id: string
      line: number
      account: PayableAccount
      campaign_id: bigint
      /** Minor units; positive: owed to the charity. */
      amount: bigint
      intent_id: string | null
      is_charge: boolean
      is_live: Default<boolean>
    }
    'payouts.reserve': { payout_id: string; campaign_id: bigint; amount: bigint }
    'payouts.release': {
      payout_id: string
      reserve_payout_id: string
      campaign_id: bigint
      amount: bigint
      is_live: Default<boolean>
    }
    'payouts.approval': { payout_id: string; account_id: string; approved_at: Date }
    'payouts.hold': {
      id: string
      organization_id: bigint
      reason: string
      set_at: Date
      set_by: string
      lifted_at: Maybe<Date>
      lifted_by: Maybe<string>
    }
    'payouts.reserve_percent': {
      organization_id: bigint
      from_at: Date
      percent: number
      reason: string
      set_by: string
    }
    'payouts.batch': {
      id: string
      number: GeneratedAlways<bigint>
      currency: Currency
      format: BankFileFormat
      payouts: number
      total: bigint
      /** Encrypted. */
      file: Buffer
      sha256: Buffer
      created_at: Date
      created_by: string | null
    }
    'payouts.proposal': {
      subject: string
      details: ColumnType<unknown, string, string>
      /** Null: a statement that was read on the command line. */
      proposed_by: string | null
      proposed_at: Date
    }
    'payouts.repayment': {
      id: string
      organization_id: bigint
      currency: Currency
      kind: MoneyKind
      how: 'repaid' | 'written-off'
      campaign_id: bigint
      amount: bigint
      reason: string
      booked_at: Date
      booked_by: string
    }
    'payouts.opening': {
      organization_id: bigint
      currency: ColumnType<Currency, string, never>
      result: Maybe<'paid-outside' | 'nothing'>
      payout_id: Maybe<string>
      recorded_at: Maybe<Date>
      recorded_by: Maybe<string>
    }
    'payouts.scheduled_draft': { organization_id: bigint; currency: string; on_date: string }
    'payouts.bank_mapping': {
      bank: string
      mapping: ColumnType<unknown, string, string>
      saved_at: Date
      saved_by: string | null
    }
    'payouts.statement_row': {
      id: string
      bank: string
      digest: Buffer
      booked_on: string
      amount: bigint
      currency: Currency
      reference: string
      meaning: 'paid' | 'returned' | 'differs'
      payout_id: string | null
      batch_id: string | null
      imported_at: Date
      imported_by: string | null
    }
  }
}
