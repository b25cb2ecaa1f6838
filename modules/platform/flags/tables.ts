import type { ColumnType } from 'kysely'

declare module '#shared/ports.ts' {
  interface Tables {
    'flags.flag': { key: string; value: string; description: string; changed_at: ColumnType<Date, Date, Date> }
  }
}
