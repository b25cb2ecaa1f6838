import type { HistoryDonation } from '#modules/money/giving/contract-history.ts'
import { formatHijri, localDate } from '#shared/calendar.ts'
import type { Locale } from '#shared/text.ts'

/** A gift with its day in the Hijri calendar. For loaders: it is worked out on the server only (calendar-10). */
export const withHijriDay = <Donation extends Pick<HistoryDonation, 'givenOn'>>(
  donation: Donation,
  locale: Locale,
) => ({
  ...donation,
  givenOnHijri: formatHijri(localDate(donation.givenOn), locale),
})
