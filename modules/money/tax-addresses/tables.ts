import type { ColumnType } from 'kysely'

declare module '#shared/ports.ts' {
  interface Tables {
    'tax_addresses.request': {
      intent_id: string
      given_at: ColumnType<Date, Date, never>
      /** How many were sent; the second takes the row away. */
      reminders: ColumnType<number, number | undefined, number>
    }
  }
}
