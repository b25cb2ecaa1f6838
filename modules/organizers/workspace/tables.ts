import type { Currency } from '#shared/currencies.ts'
import type { LocalDate } from '#shared/calendar.ts'

export type Dimension = 'all' | 'campaign' | 'source' | 'country'

declare module '#shared/ports.ts' {
  interface Tables {
    'workspace.day_total': {
      organization_id: bigint
      dimension: Dimension
      day: LocalDate
      currency: Currency
      value: string
      gift: bigint
      donations: bigint
      zakat: bigint
    }
    'workspace.donor_day': {
      organization_id: bigint
      donor_key: Buffer
      day: LocalDate
      previous_on: LocalDate | null
    }
  }
}
