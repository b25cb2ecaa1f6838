import type { ColumnType, Generated } from 'kysely'

declare module '#shared/ports.ts' {
  interface Tables {
    'audit.entry': {
      id: Generated<bigint>
      happened_at: ColumnType<Date, Date, never>
      actor_kind: 'account' | 'guest' | 'visitor' | 'system'
      actor_id: string | null
      act: string
      object: string
      ip: string | null
      details: ColumnType<Record<string, unknown>, string, never>
    }
    'audit.checkpoint': {
      id: Generated<bigint>
      first_entry: bigint
      last_entry: bigint
      entries: bigint
      hash: Buffer
      created_at: ColumnType<Date, Date, never>
    }
  }
}
