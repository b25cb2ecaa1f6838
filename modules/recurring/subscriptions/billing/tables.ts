import type { ColumnType } from 'kysely'

/**
 * Reason why charging is stopped: more is due than expected, the clocks disagree, the provider has charges that the
 * ledger lacks, or staff stopped it.
 */
export type KillSwitchReason = 'too-many-due' | 'clocks' | 'provider-ahead' | 'person'

declare module '#shared/ports.ts' {
  interface Tables {
    'subscriptions.kill_switch': {
      is_on: ColumnType<boolean, boolean | undefined, never>
      reason: KillSwitchReason
      details: ColumnType<unknown, string, string>
      set_at: Date
    }
    'subscriptions.kill_switch_release': {
      id: ColumnType<bigint, never, never>
      reason: KillSwitchReason
      details: ColumnType<unknown, string, never>
      set_at: Date
      released_at: Date
      ignored_until: Date
    }
  }
}
