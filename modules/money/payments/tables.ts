import type { Currency } from '#shared/money.ts'
import type { ColumnType } from 'kysely'
import type { AttemptState } from './rules/attempt.ts'
import type { IntentState } from './rules/intent.ts'

/** How often a donation is made; part of what makes two donations the same (payments-12). */
export type ChargeFrequency = 'once' | 'week' | 'month' | 'year'

type Instant = ColumnType<Date, Date, Date>
type MaybeInstant = ColumnType<Date | null, Date | null, Date | null>

type AttemptTable = {
  id: string
  intent_id: string
  state: AttemptState
  provider: string
  provider_key: string
  provider_charge_id: string | null
  amount: bigint
  currency: Currency
  scope: string
  /** The browser's visit; null if it equals the scope. */
  visit: ColumnType<string | null, string | null | undefined, null>
  idempotency_key: string
  request_hash: string
  method: string
  card_brand: string | null
  card_last4: string | null
  card_fingerprint: string | null
  card_country: string | null
  decline_code: string | null
  decline_class: string | null
  ip: string
  email_key: string | null
  lookups: ColumnType<number, number | undefined, number>
  next_lookup_at: MaybeInstant
  challenge: ColumnType<unknown, string | null, string | null>
  challenge_expires_at: MaybeInstant
  /** Time at which the bank started to process the payment, for example a bank debit. */
  processing_at: ColumnType<Date | null, Date | null | undefined, Date>
  submitted_at: Instant
  settled_at: MaybeInstant
}

declare module '#shared/ports.ts' {
  interface Tables {
    'payments.intent': {
      id: string
      purpose: string
      order_details: ColumnType<unknown, string, string>
      quote_hash: string
      /** Together with `frequency`, identifies equal donations (payments-12); null skips the comparison. */
      donation_hash: ColumnType<string | null, string | null | undefined, never>
      frequency: ColumnType<ChargeFrequency, ChargeFrequency | undefined, never>
      amount: bigint
      currency: Currency
      state: IntentState
      /** The scope of the latest request. */
      scope: string
      provider: string
      provider_intent_id: string
      /** The subject that can be paid at most once; null if there is none. */
      reference: ColumnType<string | null, string | null | undefined, never>
      attempts_made: ColumnType<number, number | undefined, number>
      created_at: Instant
      expires_at: Instant
    }
    'payments.attempt': AttemptTable
    'payments.webhook_event': {
      provider: string
      event_id: string
      kind: string
      object_id: string
      received_at: Instant
      handled_at: MaybeInstant
      next_attempt_at: ColumnType<Date | null, undefined, Date>
    }
    'payments.used_proof': { salt: string; used_at: Instant }
  }
}
