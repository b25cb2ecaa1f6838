import { formatDay, formatHijri, hijriOf, type LocalDate } from '#shared/calendar.ts'
import type { Locale } from '#shared/text.ts'
import { toMajor } from '#shared/money.ts'
import type { OffsiteDonation } from './offsite/offsite-queries.ts'
import type { SavedProfile } from './profile-queries.ts'
import type {
  ConvertedAmount,
  ConvertedAmounts,
  ZakatProgress,
  ZakatYearSummary,
} from './rules/tracking/zakat-progress.ts'

/** A civil date with its Hijri date. The server computes both, because browsers' calendars differ (calendar-1). */
const toDatedDay = (date: LocalDate, locale: Locale) => ({
  date,
  text: formatDay(date, locale),
  hijri: { ...hijriOf(date), text: formatHijri(date, locale) },
})

const gramPriceOf = ({ perGram, day, source }: SavedProfile['prices']['gold']) => ({
  perGram,
  ...(day === undefined ? {} : { day }),
  ...(source === undefined ? {} : { source }),
})

export const toProfileView = (profile: SavedProfile, locale: Locale) => ({
  id: profile.id,
  period: profile.period,
  code: profile.zakatDue.currency,
  zakatDue: String(profile.zakatDue.amount),
  status: profile.status,
  zakatStartDate: profile.zakatStartDate,
  zakatAnniversary: profile.zakatAnniversary,
  startDate: toDatedDay(profile.zakatStartDate, locale),
  anniversary: toDatedDay(profile.zakatAnniversary, locale),
  year: profile.anchor.year,
  timeZone: profile.timeZone,
  ruleSetId: profile.ruleSetId,
  prices: { gold: gramPriceOf(profile.prices.gold), silver: gramPriceOf(profile.prices.silver) },
  createdAt: profile.createdAt,
})

const toSum = ({ total, items, isApproximate }: ConvertedAmounts) => ({
  total: String(total.amount),
  count: items.length,
  isApproximate,
})

export const toStateView = (
  {
    state,
    profile,
    currency,
    online,
    offsite,
    remaining,
    overpaid,
    window,
    isApproximate,
  }: ZakatProgress<SavedProfile>,
  { hasLapsed, isZakatHomeOn, locale }: { hasLapsed: boolean; isZakatHomeOn: boolean; locale: Locale },
) => ({
  state,
  isZakatHomeOn,
  profile: profile && toProfileView(profile, locale),
  currency,
  due: profile && String(profile.zakatDue.amount),
  online: toSum(online),
  offsite: toSum(offsite),
  remaining: remaining && String(remaining.amount),
  overpaid: overpaid && String(overpaid.amount),
  window: { start: toDatedDay(window.start, locale), end: toDatedDay(window.anniversary, locale) },
  anniversary: profile && toDatedDay(profile.zakatAnniversary, locale),
  isApproximate,
  hasLapsed,
})

/** A zakat year with the amounts given in it. */
export const toYearView = (
  { profile, online, offsite, remaining, overpaid }: ZakatYearSummary<SavedProfile>,
  locale: Locale,
) => ({
  profile: toProfileView(profile, locale),
  online: toSum(online),
  offsite: toSum(offsite),
  remaining: String(remaining.amount),
  overpaid: overpaid && String(overpaid.amount),
})

/** The state of a visitor without an account. */
export const loggedOutView = (isZakatHomeOn: boolean) => ({
  state: 'LOGGED_OUT' as const,
  isZakatHomeOn,
  profile: null,
  currency: null,
  due: null,
  online: null,
  offsite: null,
  remaining: null,
  overpaid: null,
  window: null,
  anniversary: null,
  isApproximate: false,
  hasLapsed: false,
})

export const toOffsiteView = ({ id, date, amount, note }: OffsiteDonation) => ({
  id,
  date,
  code: amount.currency,
  amount: String(amount.amount),
  note,
})

/** The converted amount of an entry, in decimal major units; null if its currency has no rate. */
export const toConvertedView = (converted: ConvertedAmount | undefined) => ({
  convertedAmount: converted ? toMajor(converted.convertedAmount) : null,
  isApproximate: converted?.isApproximate ?? false,
})
