import type { ColumnType } from 'kysely'
import type { RecordKind } from './rules/feed-position.ts'

declare module '#shared/ports.ts' {
  interface Tables {
    'change_feed.pending': { kind: RecordKind; object_id: string; part: number }
    'change_feed.change': {
      organization_id: ColumnType<bigint, bigint, never>
      kind: RecordKind
      object_id: string
      part: number
      changed_at: Date
    }
    'change_feed.position': { is_only: ColumnType<boolean, true | undefined, never>; last_at: Date }
  }
}
