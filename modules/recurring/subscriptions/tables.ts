import type { ColumnType } from 'kysely'
import type { Currency } from '#shared/money.ts'
import type { LocalDate } from '#shared/calendar.ts'
import type { Declared } from '#modules/money/giving/index.ts'
import type { FieldsAt, StoredFieldName, StoredFields } from '#modules/money/giving/rules/donor-fields.ts'
import type { Programme, Schedule } from '#modules/recurring/plans/rules/schedule.ts'
import type { CalendarGroup } from '#modules/platform/addresses/rules/calendar-group.ts'
import type { OccurrenceState, SubscriptionState } from '#modules/recurring/plans/rules/states.ts'
import type { Monthly } from './rules/mail-preferences.ts'
import type { Cause, Portions } from './rules/portions.ts'

/**
 * Reason why a subscription is paused or has ended. `zakat`: no cause is verified for zakat; `charity`: no charity is
 * verified or, if cancelled, the charity decided so; `page`: its hosted pages are unpublished or have ended; `dispute`: the donor's bank disputed a donation;
 * `email-undeliverable`: a guest's email address rejects mail; `email-refused`: the reader of that address isn't the
 * donor; `email-unconfirmed`: the link in the first mail wasn't used yet.
 */
export type SubscriptionReason =
  | 'donor'
  | 'failures'
  | 'consent'
  | 'card'
  | 'causes'
  | 'zakat'
  | 'charity'
  | 'page'
  | 'dispute'
  | 'email-undeliverable'
  | 'email-refused'
  | 'email-unconfirmed'
  | 'finished'

/** Reason why a donation is skipped: by the donor, during a pause, after an outage, or because no cause is open. */
export type SkipReason = 'donor' | 'paused' | 'outage' | 'causes'

/** The donation fields of a subscription that have no column. */
export type PlanFields = Omit<
  Pick<StoredFields, Extract<FieldsAt<'subscription'>, StoredFieldName>>,
  'levelId' | 'isZakat' | 'maximizeZakat' | 'giftAid' | 'taxReceipt'
>

/** The agreement and other details that no query needs. */
export type Details = PlanFields & {
  readonly locale: string
  readonly country: string | null
  readonly ip: string
  /** Version of the mandate text that the donor agreed to. */
  readonly agreedVersion: string
  /** ISO 8601. */
  readonly agreedAt: string
  /** The agreed text, if it names amounts and dates. */
  readonly agreedWords?: string
  /** The Gift Aid declaration for all donations of the plan, if there is one. */
  readonly declared?: Declared
  readonly fromPage: string | null
  /** E.164. */
  readonly phone: string | null
  /** Whether the donor asked for a mail before each donation. */
  readonly remindBefore: boolean
  /** Default: one mail each month. */
  readonly monthly?: Monthly
}

type Day = ColumnType<LocalDate, string, string>
type MaybeDay = ColumnType<LocalDate | null, string | null, string | null>

declare module '#shared/ports.ts' {
  interface Tables {
    'subscriptions.subscription': {
      id: string
      account_id: string | null
      guest_id: string | null
      guest_email: string | null
      guest_name: string | null
      /** The payment that started the plan; null if nothing was charged at the start. */
      first_intent_id: ColumnType<string | null, never, never>
      link_number: ColumnType<number, number | undefined, number>
      idempotency_key: ColumnType<string, string, never>
      /** Null for subscriptions older than this column. */
      request_hash: ColumnType<string | null, string, never>
      plan_id: string
      programme: Programme | null
      state: SubscriptionState
      reason: SubscriptionReason | null
      schedule: ColumnType<Schedule, string, string>
      time_zone: string
      calendar: CalendarGroup
      currency: Currency
      portions: ColumnType<Portions, string, string>
      total: ColumnType<bigint | null, string | null, never>
      causes: ColumnType<Cause[], string, string>
      card_id: string | null
      level_id: bigint | null
      level_charge_id: ColumnType<string | null, string | null | undefined, string | null>
      is_zakat: boolean
      maximize_zakat: boolean
      gift_aid: boolean
      tax_receipt: boolean
      details: ColumnType<Details, string, string>
      starts_on: Day
      ends_on: MaybeDay
      resumes_on: MaybeDay
      consent_until: Day
      /** For a guest's plan without a first payment: time by which it must be confirmed. */
      confirm_until: ColumnType<Date | null, Date | null | undefined, never>
      consent_requested_at: ColumnType<Date | null, Date | null | undefined, Date | null>
      scheduled_until: MaybeDay
      failures: ColumnType<number, number | undefined, number>
      version: ColumnType<number, number | undefined, number>
      created_at: ColumnType<Date, Date, never>
      changed_at: Date
      closed_at: Date | null
    }
    'subscriptions.occurrence': {
      subscription_id: string
      occurrence_key: string
      seq: number
      on_date: Day
      number: number | null
      planned_at: Date
      due_at: Date
      is_uncertain: boolean
      state: OccurrenceState
      skip_reason: SkipReason | null
      gift: bigint
      tip: bigint
      partition: ColumnType<number, number | undefined, number>
      retries: number
      charge_id: string | null
      lease_until: Date | null
      action_deadline: Date | null
      decline_code: string | null
      intent_id: string | null
      settled_at: Date | null
      cancelled_from: ColumnType<
        'SCHEDULED' | 'SKIPPED' | null,
        'SCHEDULED' | 'SKIPPED' | null | undefined,
        'SCHEDULED' | 'SKIPPED' | null
      >
      delayed_since: ColumnType<Date | null, Date | null | undefined, Date | null>
    }
  }
}
