import type { ColumnType } from 'kysely'

type Instant = ColumnType<Date, Date, Date>
type MaybeInstant = ColumnType<Date | null, Date | null | undefined, Date | null>

/** Why an endpoint gets no events: it failed for days, its receiver answered 410, or a member disabled it. */
export type DisabledReason = 'failing' | 'gone' | 'member'
export type DeliveryState = 'pending' | 'succeeded' | 'failed'

declare module '#shared/ports.ts' {
  interface Tables {
    'webhooks.endpoint': {
      id: string
      organization_id: bigint
      url: string
      events: string[]
      secret: Buffer
      former_secret: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
      former_valid_until: MaybeInstant
      created_by: string
      created_at: Instant
      failing_since: MaybeInstant
      disabled_at: MaybeInstant
      disabled_reason: ColumnType<DisabledReason | null, DisabledReason | null | undefined, DisabledReason | null>
    }
    'webhooks.event': {
      id: ColumnType<string, string | undefined, never>
      number: ColumnType<bigint, never, never>
      organization_id: bigint
      kind: string
      object_id: string
      change: ColumnType<string, string | undefined, never>
      occurred_at: Instant
      sequence: ColumnType<bigint | null, bigint | null | undefined, bigint>
      data: ColumnType<unknown, string | null | undefined, string>
    }
    'webhooks.delivery': {
      id: ColumnType<string, string | undefined, never>
      event_id: string
      endpoint_id: string
      state: ColumnType<DeliveryState, DeliveryState | undefined, DeliveryState>
      attempts: ColumnType<number, number | undefined, number>
      due_at: MaybeInstant
      first_attempt_at: MaybeInstant
      last_attempt_at: MaybeInstant
      status: ColumnType<number | null, number | null | undefined, number | null>
      response: ColumnType<string | null, string | null | undefined, string | null>
      error: ColumnType<string | null, string | null | undefined, string | null>
      duration_ms: ColumnType<number | null, number | null | undefined, number | null>
    }
  }
}
