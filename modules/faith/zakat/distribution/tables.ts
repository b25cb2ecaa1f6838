import type { ColumnType } from 'kysely'
import type { LocalDate } from '#shared/calendar.ts'
import type { Currency } from '#shared/currencies.ts'
import type { PrivateKind } from '#modules/platform/media/index.ts'
import type { ZakatCategory } from '#modules/causes/campaigns/rules/zakat.ts'
import type { Faces } from '../rules/distribution/check-distribution.ts'

type Instant = ColumnType<Date, Date, never>
type Later<T> = ColumnType<T | null, T | null | undefined, T | null>

type DistributionState = 'submitted' | 'approved' | 'rejected'

declare module '#shared/ports.ts' {
  interface Tables {
    'zakat.distribution': {
      id: string
      campaign_id: bigint
      currency: Currency
      /** Minor units of `currency`. */
      amount: bigint
      distributed_on: LocalDate
      country: string
      category: ZakatCategory
      people: number
      description: string
      state: ColumnType<DistributionState, DistributionState | undefined, DistributionState>
      reported_by: string | null
      reported_at: Instant
      reviewed_by: Later<string>
      reviewed_at: Later<Date>
      review_reason: Later<string>
    }
    'zakat.distribution_file': {
      id: string
      distribution_id: string
      kind: PrivateKind
      bytes: number
      /** Whether recognizable people agreed to be shown, were made unrecognizable, or don't appear. */
      faces: Faces
      description: string
      added_at: Instant
    }
    'zakat.reassignment_request': {
      donation_id: string
      account_id: string
      note: string
      requested_at: Instant
      answer: Later<string>
      answered_by: Later<string>
      answered_at: Later<Date>
    }
  }
}
