import { convertOnDay, type RateHistory } from '#modules/platform/currencies/rules/rate-of-day.ts'
import { type LocalDate, localDateIn } from '#shared/calendar.ts'
import { add, type Currency, isZero, type Money, money, zero } from '#shared/money.ts'
import { trailingWindow, type ZakatWindow } from './anniversaries.ts'
import { latestProfile, mostRecentProfile, type ZakatYearProfile } from './zakat-profile.ts'

export type ZakatState = 'LOGGED_OUT' | 'NOT_CALCULATED' | 'CALCULATED' | 'DONATED'

/** What is due in a zakat year. */
export type ZakatProfile = ZakatYearProfile & { readonly zakatDue: Money }

/** A zakat donation on the platform. A bank debit counts once the bank has paid. */
export type OnlineZakat = {
  readonly id: string
  readonly succeededAt: Date
  /** The amount that counts as zakat after all refunds, including later years; 0 if fully refunded. */
  readonly eligible: Money
}

/** Zakat that was given elsewhere. */
type OffsiteZakat = { readonly id: string; readonly date: LocalDate; readonly amount: Money }

type DatedAmount = { readonly id: string; readonly date: LocalDate; readonly amount: Money }
export type ConvertedAmount = DatedAmount & { readonly convertedAmount: Money; readonly isApproximate: boolean }
export type ConvertedAmounts = {
  readonly items: readonly ConvertedAmount[]
  readonly total: Money
  readonly isApproximate: boolean
  /** Ids of amounts in a currency without a rate; the totals don't include them. */
  readonly withoutRate: readonly string[]
}

/**
 * Converts each amount once, at the rates of its day, and sums them, so that the parts match the total (amounts-16). An
 * amount of 0 never makes a total approximate.
 */
export function convertAmountsOnDays(
  amounts: readonly DatedAmount[],
  currency: Currency,
  rates: RateHistory,
): ConvertedAmounts {
  const converted = amounts.map((amount) => ({
    amount,
    result: convertOnDay(rates, amount.amount, currency, amount.date),
  }))
  const items = converted.flatMap(({ amount, result }): ConvertedAmount[] =>
    result
      ? [
          {
            ...amount,
            convertedAmount: result.amount,
            isApproximate: result.isApproximate && !isZero(amount.amount),
          },
        ]
      : [],
  )
  return {
    items,
    total: items.reduce((sum, { convertedAmount }) => add(sum, convertedAmount), zero(currency)),
    isApproximate: items.some(({ isApproximate }) => isApproximate),
    withoutRate: converted.flatMap(({ amount, result }) => (result ? [] : [amount.id])),
  }
}

/** The state of the zakat home page (S2 §5), computed from the displayed sums in one currency (zakat-17). */
export function getZakatState(donor: {
  readonly isLoggedIn: boolean
  readonly hasCurrentProfile: boolean
  readonly online: Money
  readonly offsite: Money
}): ZakatState {
  if (!donor.isLoggedIn) return 'LOGGED_OUT'
  if (donor.online.amount > 0n || donor.offsite.amount > 0n) return 'DONATED'
  return donor.hasCurrentProfile ? 'CALCULATED' : 'NOT_CALCULATED'
}

export type ZakatProgress<P> = {
  readonly state: ZakatState
  /** The profile of the current zakat year; null if there is none or its year has ended. */
  readonly profile: P | null
  readonly window: ZakatWindow
  readonly currency: Currency
  readonly online: ConvertedAmounts
  readonly offsite: ConvertedAmounts
  /** Null without a profile. */
  readonly remaining: Money | null
  /** Counts as sadaqah. Null without a profile, or where nothing is due. */
  readonly overpaid: Money | null
  readonly isApproximate: boolean
}

export const isInWindow = ({ start, anniversary }: ZakatWindow, date: LocalDate): boolean =>
  start <= date && date < anniversary

type Given = {
  readonly donations: readonly OnlineZakat[]
  readonly offsite: readonly OffsiteZakat[]
  readonly rates: RateHistory
}

/** Sums donations online and elsewhere within a period, in one currency. */
function sumGiven(
  { donations, offsite, rates }: Given,
  { window, timeZone, currency }: { window: ZakatWindow; timeZone: string; currency: Currency },
): { readonly online: ConvertedAmounts; readonly offsite: ConvertedAmounts } {
  const within = (amounts: readonly DatedAmount[]): ConvertedAmounts =>
    convertAmountsOnDays(
      amounts.filter(({ date }) => isInWindow(window, date)),
      currency,
      rates,
    )
  const online = donations.map(({ id, succeededAt, eligible }) => ({
    id,
    date: localDateIn(timeZone, succeededAt),
    amount: eligible,
  }))
  return { online: within(online), offsite: within(offsite) }
}

/** The remaining amount and the excess; `overpaid` is null if nothing is due (zakat-17). */
function balanceOf(due: Money, given: { readonly online: ConvertedAmounts; readonly offsite: ConvertedAmounts }) {
  const balance = due.amount - given.online.total.amount - given.offsite.total.amount
  return {
    remaining: money(balance > 0n ? balance : 0n, due.currency),
    overpaid: isZero(due) ? null : money(balance < 0n ? -balance : 0n, due.currency),
  }
}

/** Donations in the zakat year of a profile, which may have ended. */
export type ZakatYearSummary<P> = {
  readonly profile: P
  readonly online: ConvertedAmounts
  readonly offsite: ConvertedAmounts
  readonly remaining: Money
  readonly overpaid: Money | null
}

/** Sums donations in the zakat year of a profile, with dates in `timeZone` (zakat-17). */
export function summarizeZakatYear<P extends ZakatProfile>(
  profile: P,
  fixture: Given & { readonly timeZone: string },
): ZakatYearSummary<P> {
  const sums = sumGiven(fixture, {
    window: { start: profile.zakatStartDate, anniversary: profile.zakatAnniversary },
    timeZone: fixture.timeZone,
    currency: profile.zakatDue.currency,
  })
  return { profile, ...sums, ...balanceOf(profile.zakatDue, sums) }
}

/**
 * What a logged-in donor has given towards their zakat and what remains (zakat-17). Without a current profile: the last
 * Hijri year, in the account's currency and the time zone of the last profile, otherwise the browser's.
 */
export function summarizeZakat<P extends ZakatProfile>(
  donor: Given & {
    readonly profiles: readonly P[]
    readonly accountCurrency: Currency
    readonly browserTimeZone: string
    readonly now: Date
  },
): ZakatProgress<P> {
  const profile = mostRecentProfile(donor.profiles, donor.now)
  const timeZone = latestProfile(donor.profiles)?.timeZone ?? donor.browserTimeZone
  const currency = profile?.zakatDue.currency ?? donor.accountCurrency
  const window = profile
    ? { start: profile.zakatStartDate, anniversary: profile.zakatAnniversary }
    : trailingWindow(localDateIn(timeZone, donor.now))
  const { online, offsite } = sumGiven(donor, { window, timeZone, currency })
  return {
    state: getZakatState({
      isLoggedIn: true,
      hasCurrentProfile: profile !== null,
      online: online.total,
      offsite: offsite.total,
    }),
    profile,
    window,
    currency,
    online,
    offsite,
    ...(profile ? balanceOf(profile.zakatDue, { online, offsite }) : { remaining: null, overpaid: null }),
    isApproximate: online.isApproximate || offsite.isApproximate,
  }
}
