import type { ColumnType } from 'kysely'

declare module '#shared/ports.ts' {
  interface Tables {
    'favourites.favourite': { account_id: string; campaign_id: bigint; added_at: ColumnType<Date, Date, never> }
  }
}
