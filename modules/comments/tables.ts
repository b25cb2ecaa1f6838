import type { ColumnType } from 'kysely'

declare module '#shared/ports.ts' {
  interface Tables {
    'comments.comment': {
      id: string
      campaign_id: bigint
      donation_id: string
      author_id: string
      body: string
      display_name: string
      display_place: string
      created_at: ColumnType<Date, Date, never>
      changed_at: ColumnType<Date | null, Date | null | undefined, Date>
      hidden_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    }
  }
}
