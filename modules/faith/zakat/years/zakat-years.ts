import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { isUuid } from '#shared/ids.ts'
import type { Currency } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import { listProfiles, type SavedProfile } from '../profile-queries.ts'
import { comparePeriods } from '../rules/tracking/anniversaries.ts'
import { summarizeZakatYear, type ZakatYearSummary } from '../rules/tracking/zakat-progress.ts'
import { type DonorPlace, ratesOf, readGiven, type ReadPorts, zoneOf } from '../zakat-state.ts'

/** Reads the zakat years of an account with the amounts given in each, latest period first (zakat-17). */
export async function readZakatYears(
  ports: ReadPorts,
  viewer: AccountViewer,
  place: DonorPlace,
): Promise<readonly ZakatYearSummary<SavedProfile>[]> {
  return summarizeYears(ports, viewer, await listProfiles(ports, viewer.accountId), place)
}

/** Reads a zakat year by the id of any of its revisions; 404 if it belongs to another account. */
export async function readZakatYear(
  ports: ReadPorts,
  viewer: AccountViewer,
  id: string,
  place: DonorPlace,
): Promise<ZakatYearSummary<SavedProfile>> {
  const profiles = isUuid(id) ? await listProfiles(ports, viewer.accountId) : []
  const years = await summarizeYears(ports, viewer, profiles, place)
  const year = years.find(({ profile }) => profile.id === id.toLowerCase())
  if (!year) throw new Problem('not-found', 'not-found')
  return year
}

async function summarizeYears(
  ports: ReadPorts,
  { accountId }: AccountViewer,
  profiles: readonly SavedProfile[],
  place: DonorPlace,
): Promise<readonly ZakatYearSummary<SavedProfile>[]> {
  const [from] = profiles.map(({ zakatStartDate }) => zakatStartDate).toSorted()
  const before = profiles
    .map(({ zakatAnniversary }) => zakatAnniversary)
    .toSorted()
    .at(-1)
  if (from === undefined || before === undefined) return []
  const period = { from, before }
  const fixture = await readGiven(ports, accountId, period)
  const amounts = [...fixture.donations.map(({ eligible }) => eligible), ...fixture.offsite.map(({ amount }) => amount)]
  const targets: readonly Currency[] = profiles.map(({ zakatDue }) => zakatDue.currency)
  const rates = await ratesOf(ports, amounts, { targets, period })
  const timeZone = zoneOf(profiles, place)
  return profiles
    .map((profile) => summarizeZakatYear(profile, { ...fixture, rates, timeZone }))
    .toSorted((a, b) => comparePeriods(b.profile.period, a.profile.period))
}
