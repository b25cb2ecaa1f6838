import type { ColumnType } from 'kysely'
import '#modules/causes/campaigns/index.ts'
import type { SupporterPageState } from './rules/page-states.ts'

declare module '#shared/ports.ts' {
  interface Tables {
    'supporter_pages.page': {
      id: string
      campaign_id: bigint
      root_id: bigint
      account_id: string | null
      state: SupporterPageState
      is_on_leaderboard: ColumnType<boolean, boolean | undefined, boolean>
      opened_at: ColumnType<Date, Date, never>
      changed_at: ColumnType<Date, Date, Date>
    }
  }
}
