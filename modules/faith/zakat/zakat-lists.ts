import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { type LocalDate, localDateIn } from '#shared/calendar.ts'
import type { Currency } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import { listOffsiteDonations } from './offsite/offsite-queries.ts'
import { listProfiles } from './profile-queries.ts'
import { trailingWindow } from './rules/tracking/anniversaries.ts'
import { mostRecentProfile } from './rules/tracking/zakat-profile.ts'
import { convertAmountsOnDays, isInWindow } from './rules/tracking/zakat-progress.ts'
import {
  accountCurrency,
  type DonorPlace,
  lastYear,
  ratesOf,
  readDonations,
  type ReadPorts,
  zoneOf,
} from './zakat-state.ts'
import type { Ports } from '#shared/ports.ts'

type CampaignName = { readonly id: bigint; readonly name: string; readonly slug: string }

/** Returns names and slugs of campaigns by id. */
async function campaignsById(
  ports: Pick<Ports, 'statement'>,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, CampaignName>> {
  if (ids.length === 0) return new Map()
  const rows = await ports.statement<CampaignName>(
    'zakat.campaigns',
    `select id, name, slug from campaigns.campaign where id = any($1::bigint[])`,
    [[...new Set(ids)]],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Days from `from` until before `before`, and the currency of the sums. Default: the current zakat year. */
export type ListFilter = {
  readonly from: LocalDate | undefined
  readonly before: LocalDate | undefined
  readonly currency: Currency | undefined
}
export type Page = { readonly limit: number; readonly offset: number }

async function readFilter(ports: ReadPorts, viewer: AccountViewer, filter: ListFilter, place: DonorPlace) {
  const now = ports.clock()
  const profiles = await listProfiles(ports, viewer.accountId)
  const timeZone = zoneOf(profiles, place)
  const profile = mostRecentProfile(profiles, now)
  const running = profile
    ? { start: profile.zakatStartDate, anniversary: profile.zakatAnniversary }
    : trailingWindow(localDateIn(timeZone, now))
  const from = filter.from ?? running.start
  const before = filter.before ?? running.anniversary
  if (from > before) throw new Problem('validation', 'invalid-input', { fields: { EndDate: { code: 'date-invalid' } } })
  return {
    timeZone,
    period: { from, before },
    window: { start: from, anniversary: before },
    currency:
      filter.currency ??
      profile?.zakatDue.currency ??
      accountCurrency(
        viewer,
        place,
        await readDonations(ports, viewer.accountId, lastYear(localDateIn(timeZone, now))),
      ),
  }
}

/** Lists the zakat that an account gave on the platform, newest first, each at the rate of its day (zakat-17). */
export async function listOnlineZakat(
  ports: ReadPorts,
  viewer: AccountViewer,
  filter: ListFilter & Page,
  place: DonorPlace,
) {
  const { timeZone, period, window, currency } = await readFilter(ports, viewer, filter, place)
  const donations = (await readDonations(ports, viewer.accountId, period))
    .map(({ id, succeededAt, eligible, campaignId }) => ({
      id,
      date: localDateIn(timeZone, succeededAt),
      amount: eligible,
      campaignId,
    }))
    .filter(({ date }) => isInWindow(window, date))
  const rates = await ratesOf(
    ports,
    donations.map(({ amount }) => amount),
    { targets: [currency], period },
  )
  const converted = convertAmountsOnDays(donations, currency, rates)
  const convertedById = new Map(converted.items.map((item) => [item.id, item]))
  const page = donations.slice(filter.offset, filter.offset + filter.limit)
  const campaigns = await campaignsById(
    ports,
    page.map(({ campaignId }) => campaignId),
  )
  return {
    total: converted.total,
    currency,
    count: donations.length,
    fundraisers: new Set(donations.map(({ campaignId }) => campaignId)).size,
    items: page.map((donation) => ({
      ...donation,
      campaign: campaigns.get(donation.campaignId),
      converted: convertedById.get(donation.id),
    })),
  }
}

/** Lists the zakat that an account gave elsewhere, newest first, each at the rate of its day (zakat-17). */
export async function listOffsiteZakat(
  ports: ReadPorts,
  viewer: AccountViewer,
  filter: ListFilter & Page,
  place: DonorPlace,
) {
  const { period, currency } = await readFilter(ports, viewer, filter, place)
  const donations = await listOffsiteDonations(ports, viewer.accountId, period)
  const rates = await ratesOf(
    ports,
    donations.map(({ amount }) => amount),
    { targets: [currency], period },
  )
  const converted = convertAmountsOnDays(donations, currency, rates)
  const convertedById = new Map(converted.items.map((item) => [item.id, item]))
  return {
    total: converted.total,
    currency,
    count: donations.length,
    items: donations
      .slice(filter.offset, filter.offset + filter.limit)
      .map((donation) => ({ ...donation, converted: convertedById.get(donation.id) })),
  }
}
