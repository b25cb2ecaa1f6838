import { instantIn, addDays } from '#shared/date-arithmetic.ts'
import type { Currency } from '#shared/currencies.ts'
import { localDate } from '#shared/calendar.ts'
import type { DonationFilters } from '../queries/find-entries.ts'
import type { DonationKind, DonationState } from '../rules/donation-filters.ts'
import { amountsIn, readDonationSearch } from '../rules/donation-search.ts'

/** The filters of a list or an export, as requested. */
export type RequestedFilters = {
  readonly search?: string | undefined
  readonly state?: DonationState | undefined
  readonly kind?: DonationKind | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly fundraiser?: string | undefined
  readonly currency?: Currency | undefined
  readonly zakat?: 'yes' | undefined
  readonly giftAid?: 'yes' | undefined
  readonly thanked?: 'no' | undefined
  readonly refundRequest?: 'open' | undefined
}

/** Converts requested filters: days become instants in the charity's time zone, an amount one for each currency. */
export function toDonationFilters(
  charity: { readonly id: bigint; readonly timeZone: string },
  currencies: readonly Currency[],
  requested: RequestedFilters,
): DonationFilters {
  const { timeZone } = charity
  const startOf = (day: string, plus = 0) => instantIn(timeZone, addDays(localDate(day), plus), { hour: 0 })
  const search = readDonationSearch(requested.search ?? '')
  return {
    organizationId: charity.id,
    timeZone,
    campaignId: requested.fundraiser === undefined ? undefined : BigInt(requested.fundraiser),
    currency: requested.currency,
    state: requested.state,
    kind: requested.kind,
    from: requested.from === undefined ? undefined : startOf(requested.from),
    until: requested.to === undefined ? undefined : startOf(requested.to, 1),
    isZakat: requested.zakat === 'yes',
    hasGiftAid: requested.giftAid === 'yes',
    isUnthanked: requested.thanked === 'no',
    hasOpenRefundRequest: requested.refundRequest === 'open',
    search:
      search?.kind === 'amount'
        ? { kind: 'amount', amounts: amountsIn(search.amount, [...new Set(currencies)]) }
        : search,
  }
}
