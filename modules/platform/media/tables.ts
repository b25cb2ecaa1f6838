import type { ColumnType } from 'kysely'

declare module '#shared/ports.ts' {
  interface Tables {
    'media.picture': {
      id: string
      account_id: string | null
      width: number
      height: number
      bytes: number
      uploaded_at: ColumnType<Date, Date, never>
      used_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    }
  }
}
