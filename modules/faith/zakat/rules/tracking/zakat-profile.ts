import { type LocalDate, localDateIn } from '#shared/calendar.ts'
import { ascending } from '#shared/collections.ts'
import { comparePeriods, periodOf, windowOf, type ZakatAnchor } from './anniversaries.ts'

/** The zakat year of a profile and when this revision of it was saved. */
export type ZakatYearProfile = {
  readonly period: string
  readonly zakatStartDate: LocalDate
  readonly zakatAnniversary: LocalDate
  /** The donor's IANA time zone. */
  readonly timeZone: string
  readonly createdAt: Date
}

/**
 * Returns the profile of the latest period, whether or not its year has ended. Of its revisions the latest counts; of
 * equal ones the later row (zakat-16). Null without profiles.
 */
export const latestProfile = <P extends ZakatYearProfile>(profiles: readonly P[]): P | null =>
  profiles
    .toSorted((a, b) => comparePeriods(a.period, b.period) || ascending(a.createdAt.getTime(), b.createdAt.getTime()))
    .at(-1) ?? null

/**
 * The latest profile until its anniversary in its own time zone. On the anniversary it is null, never a profile of an
 * earlier period (zakat-16).
 */
export function mostRecentProfile<P extends ZakatYearProfile>(profiles: readonly P[], now: Date): P | null {
  const latest = latestProfile(profiles)
  return latest && localDateIn(latest.timeZone, now) < latest.zakatAnniversary ? latest : null
}

/**
 * The zakat year of a profile saved today. It starts on the latest zakat date up to today; if there is an earlier
 * profile, on the latest anniversary of the stored anchor (zakat-16).
 */
export function planZakatYear(
  anchor: ZakatAnchor,
  today: LocalDate,
): Pick<ZakatYearProfile, 'period' | 'zakatStartDate' | 'zakatAnniversary'> {
  const window = windowOf(anchor, today)
  return { period: periodOf(window), zakatStartDate: window.start, zakatAnniversary: window.anniversary }
}
