import type { ColumnType } from 'kysely'

declare module '#shared/ports.ts' {
  interface Tables {
    'subscriptions.sent_notice': {
      subscription_id: string
      notice: string
      keys: string[]
      sent_at: ColumnType<Date, Date, never>
    }
  }
}
