import type { ColumnType } from 'kysely'

declare module '#shared/ports.ts' {
  interface Tables {
    'figures.latest': {
      is_only: ColumnType<boolean, boolean | undefined, never>
      computed_at: Date
      figures: ColumnType<unknown, string, string>
    }
  }
}
