import type { ColumnType } from 'kysely'

declare module '#shared/ports.ts' {
  interface Tables {
    'tax_addresses.request': {
      intent_id: string
      given_at: ColumnType<Date, Date, never>
      /** Number of sent reminders; the second one deletes the row. */
      reminders: ColumnType<number, number | undefined, number>
    }
  }
}
