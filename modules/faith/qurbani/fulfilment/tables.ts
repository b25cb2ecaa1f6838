import type { ColumnType } from 'kysely'
import type { LocalDate } from '#shared/calendar.ts'
import type { QurbaniIntention } from '#modules/money/giving/rules/qurbani-order.ts'
import type { UnperformedChoice } from '../rules/unperformed.ts'

type Later<T> = ColumnType<T | null, T | null | undefined, T | null>

declare module '#shared/ports.ts' {
  interface Tables {
    'qurbani.allocation': {
      level_id: bigint
      frozen_at: ColumnType<Date, Date, never>
      /** When donors of unperformed shares were asked. */
      requested_at: Later<Date>
    }
    'qurbani.share': {
      level_id: bigint
      /** Number of the place, counted across all animals. */
      number: number
      /** Null if no animal is allocated. */
      animal: number | null
      position: number | null
      /** Null if the charity fills the place. */
      donation_id: string | null
      share_of_order: number | null
      intention: QurbaniIntention
      performed_on: Later<LocalDate>
      place: Later<string>
      recorded_at: Later<Date>
      notified_at: Later<Date>
    }
    'qurbani.choice': {
      donation_id: string
      requested_at: ColumnType<Date, Date, never>
      ends_at: ColumnType<Date, Date, never>
      choice: Later<UnperformedChoice>
      chosen_at: Later<Date>
      settled_at: Later<Date>
      /** Minor units. */
      amount: Later<bigint>
      refund_id: Later<string>
      ledger_tx_id: Later<string>
    }
  }
}
