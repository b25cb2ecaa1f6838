import type { LocalDate } from '#shared/calendar.ts'
import type { HijriMonths } from '#shared/hijri.ts'
import type { Locale } from '#shared/text.ts'
import type { Subscription } from '#modules/recurring/agreement/index-subscription.ts'
import type { OccurrenceRow } from '#modules/recurring/agreement/index-occurrences.ts'
import type { Upcoming } from '../rules/upcoming.ts'
import type { Notice } from '#modules/recurring/agreement/index.ts'
import type { Card } from './words.ts'

/** A gift as a list of them shows it: what was charged, and the receipts of its parts. */
export type ListedGift = {
  readonly on: LocalDate
  readonly number: number | null
  /** Those collected with it in the same payment. */
  readonly others?: readonly { readonly on: LocalDate; readonly number: number | null }[]
  /** Of what is left of it: refunds are taken off. */
  readonly gift: bigint
  readonly tip: bigint
  readonly coveredFee: bigint
  readonly parts: readonly { readonly cause: string; readonly gift: bigint; readonly receipt: string | undefined }[]
}

/** Everything a mail about a subscription may say. Amounts in minor units of its currency. */
export type MailFacts = {
  readonly notice: Notice & { readonly id: string }
  readonly subscription: Subscription
  readonly locale: Locale
  readonly firstName: string
  readonly productName: string
  /** As the subscription's group of countries counts them. */
  readonly months: HijriMonths
  /** The moon may yet bring a thirtieth night of Ramadan that the calendar has not got, and nobody has left it out. */
  readonly mayBringThirtieth: boolean
  readonly causes: readonly { readonly name: string; readonly share: number }[]
  /** The title of the giving level it was begun with. */
  readonly level: string | undefined
  readonly card: Card | undefined
  /** The gifts the notice names, as they stand now. */
  readonly about: readonly OccurrenceRow[]
  /** What comes next: of nights all, of the others the next five. */
  readonly next: readonly Upcoming[]
  /** What comes in the month after the one that is summed up. */
  readonly nextMonth: readonly Upcoming[]
  /** Gifts that were paid and listed in no mail before, of those that are not told of one by one. */
  readonly listed: readonly ListedGift[]
  /** All that was given by it, less what went back. */
  readonly given: { readonly count: number; readonly gift: bigint }
  readonly links: {
    readonly manage: string
    readonly account: string
    readonly authenticate: string
    readonly stop: string
  }
}
