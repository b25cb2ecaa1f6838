import type { HistoryDonation } from '#modules/money/giving/contract-history.ts'
import { formatHijri, localDate } from '#shared/calendar.ts'
import type { Locale } from '#shared/text.ts'

/** Adds the Hijri date to a donation. For loaders only: the server computes Hijri dates (calendar-10). */
export const withHijriDay = <Donation extends Pick<HistoryDonation, 'givenOn'>>(
  donation: Donation,
  locale: Locale,
) => ({
  ...donation,
  givenOnHijri: formatHijri(localDate(donation.givenOn), locale),
})
