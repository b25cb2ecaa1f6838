import type { ColumnType } from 'kysely'
import type { LocalDate } from '#shared/calendar.ts'
import type { CalendarGroup } from '#modules/platform/addresses/rules/calendar-group.ts'
import type { Frequency, PlanType } from './rules/plan.ts'
import type { Programme } from './rules/schedule.ts'

declare module '#shared/ports.ts' {
  interface Tables {
    'plans.plan': {
      id: string
      type: PlanType
      programme: Programme | null
      campaign_id: bigint | null
      frequency: Frequency
      is_enabled: boolean
      is_on_campaign_page: boolean
      requests_phone: boolean
      created_at: ColumnType<Date, Date, never>
      changed_at: Date
    }
    'plans.announced_month': {
      calendar: CalendarGroup
      hijri_year: number
      hijri_month: number
      starts_on: ColumnType<LocalDate, string, string>
      source: string
      announced_by: string
      announced_at: Date
    }
    'plans.proposed_month': {
      calendar: CalendarGroup
      hijri_year: number
      hijri_month: number
      starts_on: ColumnType<LocalDate, string, string>
      source: string
      proposed_by: string
      proposed_at: Date
    }
  }
}
