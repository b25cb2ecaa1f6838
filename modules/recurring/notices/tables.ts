import type { ColumnType } from 'kysely'

declare module '#shared/ports.ts' {
  interface Tables {
    'subscriptions.told': {
      subscription_id: string
      notice: string
      keys: string[]
      told_at: ColumnType<Date, Date, never>
    }
  }
}
