import type { LocalDate } from '#shared/calendar.ts'
import type { HijriMonths } from '#shared/hijri.ts'
import type { MailBrand } from '#modules/platform/notifications/index.ts'
import type { Locale } from '#shared/text.ts'
import type { Subscription } from '../../agreement/subscription-queries.ts'
import type { OccurrenceRow } from '../../agreement/schedule/occurrence-queries.ts'
import type { UpcomingOccurrence } from '../../rules/upcoming.ts'
import type { Notice } from '../../agreement/queue-notice.ts'
import type { NamedCard } from './words.ts'

/** A donation in a list: the charged amount and the receipts of its parts. */
export type ListedDonation = {
  readonly on: LocalDate
  readonly number: number | null
  /** Donations collected in the same payment. */
  readonly others?: readonly { readonly on: LocalDate; readonly number: number | null }[]
  /** Amount less refunds. */
  readonly gift: bigint
  readonly tip: bigint
  readonly coveredFee: bigint
  readonly parts: readonly { readonly cause: string; readonly gift: bigint; readonly receipt: string | undefined }[]
}

/** Link to a general fund's donation form. */
export type GeneralFundLink = { readonly charity: string; readonly url: string }

/** Donations about whose charge a mail must say something. */
type UnpaidDonations = {
  /** Retried on a scheduled day. */
  readonly retried: readonly OccurrenceRow[]
  /** The latest that is charged only if its donor pays it. */
  readonly waiting: OccurrenceRow | undefined
  /** Being charged: it may still be paid, whatever changes now. */
  readonly beingCharged: readonly OccurrenceRow[]
}

/** Data for a mail about a subscription. Amounts are minor units of its currency. */
export type MailData = {
  readonly notice: Notice & { readonly id: string }
  readonly subscription: Subscription
  readonly locale: Locale
  readonly firstName: string
  readonly productName: string
  /** Branding of the plan's only charity; undefined: the platform's. */
  readonly brand?: MailBrand | undefined
  /** Months of the subscription's calendar group. */
  readonly months: HijriMonths
  /**
   * Whether a sighting can still add a thirtieth night of Ramadan that the calendar lacks and the donor didn't skip.
   */
  readonly canReachThirtieth: boolean
  readonly causes: readonly { readonly name: string; readonly share: number }[]
  /** Title of the giving level the plan started with. */
  readonly level: string | undefined
  readonly card: NamedCard | undefined
  /** The donations that the notice is about, in their current state. */
  readonly about: readonly OccurrenceRow[]
  /** Donations that failed or are being charged, with the amounts agreed by now (recurring-31). */
  readonly unpaid: UnpaidDonations
  /** Upcoming donations: all nights, or the next five. */
  readonly next: readonly UpcomingOccurrence[]
  /** Donations in the month after the summary's month. */
  readonly nextMonth: readonly UpcomingOccurrence[]
  /** Paid donations that no earlier mail listed, if receipts aren't mailed one by one. */
  readonly listed: readonly ListedDonation[]
  /** Everything that the plan donated, less refunds. */
  readonly given: { readonly count: number; readonly gift: bigint }
  /** For a plan that ended with its hosted pages: donation forms with its amount and frequency. */
  readonly generalFunds?: readonly GeneralFundLink[]
  readonly links: {
    readonly manage: string
    readonly account: string
    readonly authenticate: string
    /** URL for a reader who isn't the donor; undefined for a plan with an account. */
    readonly notMe: string | undefined
    readonly stop: string
  }
}
