import { addDays } from '#shared/date-arithmetic.ts'
import { listZakatGiven } from '#modules/money/giving/index.ts'
import { ratesBetween } from '#modules/platform/currencies/index.ts'
import { currencyOfCountry } from '#modules/platform/currencies/rules/of-country.ts'
import type { RateHistory } from '#modules/platform/currencies/rules/rate-of-day.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { type LocalDate, localDateIn } from '#shared/calendar.ts'
import { type Currency, isCurrency, money } from '#shared/money.ts'
import type { Ports } from '#shared/ports.ts'
import { listOffsiteDonations, type OffsiteDonation } from './offsite/offsite-queries.ts'
import { listProfiles, type SavedProfile } from './profile-queries.ts'
import { latestProfile } from './rules/tracking/zakat-profile.ts'
import { type OnlineZakat, summarizeZakat, type ZakatProgress } from './rules/tracking/zakat-progress.ts'

/** The donor's country and time zone, from their browser and request. */
export type DonorPlace = { readonly timeZone: string | undefined; readonly country: string | undefined }
export type ReadPorts = Pick<Ports, 'statement' | 'clock'>

/** The days of a lunar or solar year, plus a margin for time zones. */
const longestYearDays = 368

/**
 * Returns the account's preferred currency, otherwise that of the donor's country. If the country is unknown: the
 * currency of most of the donations.
 */
export function accountCurrency(
  { preferences }: AccountViewer,
  { country }: DonorPlace,
  donations: Given['donations'],
): Currency {
  if (isCurrency(preferences.preferredCurrency)) return preferences.preferredCurrency
  const counts = new Map<Currency, number>()
  if (country === undefined)
    for (const { eligible } of donations) counts.set(eligible.currency, (counts.get(eligible.currency) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1]).at(0)?.[0] ?? currencyOfCountry(country)
}

/** Returns the zone of the latest profile, otherwise the browser's; UTC if neither is known (zakat-17). */
export const zoneOf = (profiles: readonly SavedProfile[], { timeZone }: DonorPlace): string =>
  latestProfile(profiles)?.timeZone ?? timeZone ?? 'UTC'

/** Reads what a logged-in donor owes, has given and still has to give in the current zakat year (zakat-17). */
export async function readZakatState(
  ports: ReadPorts,
  viewer: AccountViewer,
  place: DonorPlace,
): Promise<ZakatProgress<SavedProfile>> {
  const now = ports.clock()
  const profiles = await listProfiles(ports, viewer.accountId)
  const timeZone = zoneOf(profiles, place)
  const today = localDateIn(timeZone, now)
  const period = lastYear(today)
  const currency = latestProfile(profiles)?.zakatDue.currency
  const { donations, offsite } = await readGiven(ports, viewer.accountId, period)
  const inAccount = accountCurrency(viewer, place, donations)
  return summarizeZakat({
    profiles,
    donations,
    offsite,
    rates: await ratesOf(
      ports,
      [...donations.map(({ eligible }) => eligible), ...offsite.map(({ amount }) => amount)],
      {
        targets: currency ? [currency, inAccount] : [inAccount],
        period,
      },
    ),
    accountCurrency: inAccount,
    browserTimeZone: timeZone,
    now,
  })
}

/** The days of the last year, with a margin for time zones. */
export const lastYear = (today: LocalDate): Period => ({
  from: addDays(today, -longestYearDays),
  before: addDays(today, 2),
})

type Period = { readonly from: LocalDate; readonly before: LocalDate }
type Given = {
  readonly donations: readonly (OnlineZakat & { readonly campaignId: bigint })[]
  readonly offsite: readonly OffsiteDonation[]
}

/** Reads a donor's donations with a margin of a day on either side, because dates depend on the donor's time zone. */
export async function readGiven(ports: ReadPorts, accountId: string, period: Period): Promise<Given> {
  const [donations, offsite] = await Promise.all([
    readDonations(ports, accountId, period),
    listOffsiteDonations(ports, accountId, period),
  ])
  return { donations, offsite }
}

/** Reads only donations on the platform. */
export async function readDonations(
  ports: ReadPorts,
  accountId: string,
  { from, before }: Period,
): Promise<Given['donations']> {
  const startOf = (date: LocalDate) => new Date(`${date}T00:00:00Z`)
  const rows = await listZakatGiven(ports, accountId, {
    from: startOf(addDays(from, -1)),
    before: startOf(addDays(before, 1)),
  })
  return rows.map(({ currency, eligible, ...row }) => ({ ...row, eligible: money(eligible, currency) }))
}

/** Reads the exchange rates for these amounts; none if all are in the target currency. */
export function ratesOf(
  ports: ReadPorts,
  amounts: readonly { readonly currency: Currency }[],
  { targets, period }: { readonly targets: readonly Currency[]; readonly period: Period },
): Promise<RateHistory> {
  const needed = new Set([...amounts.map(({ currency }) => currency), ...targets])
  if (amounts.length === 0 || needed.size === 1) return Promise.resolve({})
  needed.delete('EUR')
  return ratesBetween(ports, [...needed], { from: period.from, to: period.before })
}
