import type { ColumnType } from 'kysely'
import type { LocalDate } from '#shared/calendar.ts'
import type { CalendarGroup } from '#modules/platform/addresses/rules/calendar-group.ts'
import type { Animal, Unit } from './rules/animals.ts'
import type { LastDay } from './rules/order-window.ts'

declare module '#shared/ports.ts' {
  interface Tables {
    'qurbani.item': {
      level_id: bigint
      campaign_id: bigint
      hijri_year: number
      country: string
      animal: Animal
      unit: Unit
      /** Minor units of the campaign's currency. */
      animal_price: bigint
      /** Number of animals; null means unlimited. */
      capacity: number | null
      partner: string
      is_sponsored: boolean
      is_offered: boolean
      calendar: CalendarGroup
      time_zone: string
      opens_on: LocalDate
      last_day: LastDay
      close_day: number
      close_minutes: number
      created_at: ColumnType<Date, Date, never>
      changed_at: Date
    }
    'qurbani.reminder': {
      id: string
      /** Normalized. */
      email: string
      mailbox_hash: string
      hijri_year: number
      locale: string
      /** HMAC of the sender's network; deleted after two days. */
      network_key: Buffer | null
      created_at: ColumnType<Date, Date, never>
    }
    'qurbani.unsubscription': { mailbox_hash: string; created_at: ColumnType<Date, Date, never> }
  }
}
