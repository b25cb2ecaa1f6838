import type { ColumnType, Generated } from 'kysely'

type Instant = ColumnType<Date, Date, Date>

declare module '#shared/ports.ts' {
  interface Tables {
    'notifications.mail': {
      id: string
      message_id: string
      kind: string
      to_address: string
      locale: string
      subject: string
      content: ColumnType<unknown, string | null | undefined, never>
      html: string | null
      plain: string | null
      state: ColumnType<'queued' | 'sent' | 'failed', 'queued' | undefined, 'queued' | 'sent' | 'failed'>
      attempts: ColumnType<number, number | undefined, number>
      next_attempt_at: Instant
      last_error: string | null
      refusals: ColumnType<number, number | undefined, number>
      created_at: Instant
      sent_at: ColumnType<Date | null, Date | null, Date | null>
      purge_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    }
    'notifications.visit_event': {
      id: Generated<bigint>
      name: string
      properties: ColumnType<unknown, string, never>
      happened_at: Instant
    }
  }
}
