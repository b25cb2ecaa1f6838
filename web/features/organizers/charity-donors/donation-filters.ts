import { isLocalDate } from '#shared/calendar.ts'
import { type Currency, isCurrency } from '#shared/currencies.ts'
import {
  type DonationKind,
  donationKinds,
  type DonationState,
  donationStates,
} from '#modules/organizers/charity-donors/rules/donation-filters.ts'

/** The filters in the address of a charity's donations; those that aren't set are absent. */
export type DonationListFilters = {
  readonly search?: string
  readonly state?: DonationState
  readonly kind?: DonationKind
  readonly from?: string
  readonly to?: string
  readonly fundraiser?: string
  readonly currency?: Currency
  readonly zakat?: 'yes'
  readonly giftAid?: 'yes'
  readonly thanked?: 'no'
  readonly refundRequest?: 'open'
}

/** Reads the filters of an address. Values that no filter has are left out, so that an old address still opens. */
export function readDonationFilters(query: URLSearchParams): DonationListFilters {
  const text = (name: string) => (query.get(name) ?? '').trim()
  const oneOf = <Value extends string>(values: readonly Value[], name: string) =>
    values.find((value) => value === text(name))
  const day = (name: string) => (isLocalDate(text(name)) ? text(name) : undefined)
  const currency = text('currency')
  const filters = {
    search: text('search').slice(0, 80) || undefined,
    state: oneOf(donationStates, 'state'),
    kind: oneOf(donationKinds, 'kind'),
    from: day('from'),
    to: day('to'),
    fundraiser: /^\d{1,18}$/.test(text('fundraiser')) ? text('fundraiser') : undefined,
    currency: isCurrency(currency) ? currency : undefined,
    zakat: oneOf(['yes'] as const, 'zakat'),
    giftAid: oneOf(['yes'] as const, 'giftAid'),
    thanked: oneOf(['no'] as const, 'thanked'),
    refundRequest: oneOf(['open'] as const, 'refundRequest'),
  }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}

/** Returns the query of an address with these filters, such as `?state=refunded`; empty without any. */
export function queryOf(filters: Readonly<Record<string, string | undefined>>): string {
  const entries = Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`
}
