import { campaignsBelow, getPublicCampaign, publicCampaignsOf } from '#modules/causes/campaigns/index.ts'
import { findPublicOrganization } from '#modules/causes/organizations/index.ts'
import { isLocalDate, type LocalDate, localDate } from '#shared/calendar.ts'
import { type Answer, answer, type ResultOf } from '#shared/endpoint.ts'
import type { Db } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import type { publicLedgerContract, PublishedTotalsView, TotalsView } from './contract.ts'
import type { PublicLedgerPorts } from './ports.ts'
import { findFiles, findNewestDay, listDays, listYears, sumsOfDays } from './queries/days.ts'
import { type LedgerCampaign, listCampaigns, sumAll, sumCampaigns, sumEachCampaign } from './queries/totals.ts'
import { type Figures, figuresByKind, type RowSum } from './rules/figures.ts'

type Output<Call extends keyof typeof publicLedgerContract> = ResultOf<typeof publicLedgerContract, Call>

const viewOf = ({ received, fees, paidOut, waiting }: Figures) => ({
  received,
  fees,
  paidOut,
  waiting,
})

const totalsOf = (rows: readonly RowSum[]): TotalsView =>
  figuresByKind(rows).map(({ currency, zakat, rest }) => ({ currency, zakat: viewOf(zakat), rest: viewOf(rest) }))

/** Returns the totals of all campaigns and a page of published days with their sums. */
export async function readLedger(
  { db }: PublicLedgerPorts,
  { before, limit }: { readonly before?: LocalDate | undefined; readonly limit: number },
): Promise<Output<'GET /v4/ledger'>> {
  const found = await listDays(db, { before, limit: limit + 1 })
  const days = found.slice(0, limit)
  const sums = Map.groupBy(
    await sumsOfDays(
      db,
      days.map(({ day }) => day),
    ),
    ({ day }) => day,
  )
  return {
    newest: (await findNewestDay(db)) ?? null,
    totals: totalsOf(await sumAll(db)),
    years: await listYears(db),
    days: days.map(({ day, head }) => ({
      day,
      head,
      sums: figuresByKind(sums.get(day) ?? []).map(({ currency, zakat, rest }) => ({
        currency,
        received: zakat.received + rest.received,
        fees: zakat.fees + rest.fees,
        paidOut: zakat.paidOut + rest.paidOut,
      })),
    })),
    next: found.length > limit ? (days.at(-1)?.day ?? null) : null,
  }
}

/** Returns the newest published day and its head. */
export const readHead = async ({ db }: PublicLedgerPorts): Promise<Output<'GET /v4/ledger/head'>> => ({
  newest: (await findNewestDay(db)) ?? null,
})

/** Returns a page of campaigns with their own totals, without the pages below them. */
export async function readLedgerCampaigns(
  { db }: PublicLedgerPorts,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<Output<'GET /v4/ledger/campaigns'>> {
  const found = await listCampaigns(db, { after: BigInt(after), limit: limit + 1 })
  const campaigns = found.slice(0, limit)
  const sums = Map.groupBy(
    await sumEachCampaign(
      db,
      campaigns.map(({ id }) => id),
    ),
    ({ campaignId }) => campaignId,
  )
  return {
    campaigns: campaigns.map((campaign) => ({
      number: String(campaign.id),
      name: campaign.name,
      path: pathOf(campaign),
      totals: totalsOf(sums.get(campaign.id) ?? []),
    })),
    next: found.length > limit ? String(campaigns.at(-1)?.id) : null,
  }
}

/** The page of a campaign; hosted pages are below their charity's. */
function pathOf({ kind, slug, charity }: LedgerCampaign): string | null {
  if (kind === null) return null
  return kind === 'hosted-page' ? `/pages/${charity}/${slug}` : `/v4/campaign/${slug}`
}

/** Returns the file of a day, or the files of a year, as they were published. */
export async function readFiles({ db }: PublicLedgerPorts, period: string): Promise<Answer<Record<string, never>>> {
  const isYear = period.length === 4
  if (!isYear && !isLocalDate(period)) throw new Problem('not-found', 'not-found')
  const [from, to] = isYear ? [localDate(`${period}-01-01`), localDate(`${period}-12-31`)] : [period, period]
  const bytes = await findFiles(db, localDate(from), localDate(to))
  if (!bytes) throw new Problem('not-found', 'not-found')
  return answer(
    {},
    {
      file: { type: 'text/csv; charset=utf-8', bytes },
      headers: {
        'content-disposition': `attachment; filename="sunbul-ledger-${period}.csv"`,
        'cache-control': isYear ? 'no-cache' : 'public, max-age=31536000, immutable',
      },
    },
  )
}

/**
 * Returns the published totals that a campaign's page shows beside the live ones (payouts-17): its own and those of all
 * pages below it. Empty if nothing is paid out.
 */
export async function readPublishedOfCampaign(
  ports: PublicLedgerPorts,
  campaignId: bigint,
): Promise<PublishedTotalsView> {
  const { id, name } = await getPublicCampaign(ports, campaignId)
  return publishedOf(ports, { name, nameAr: null }, async (db) => [id, ...(await campaignsBelow(db, id))])
}

/** Returns the published totals of all campaigns of a public charity. */
export async function readPublishedOfCharity(
  ports: PublicLedgerPorts,
  subdomain: string,
): Promise<PublishedTotalsView> {
  const organization = await findPublicOrganization(ports.db, subdomain)
  if (!organization) throw new Problem('not-found', 'charity-not-found')
  const { id, name, nameAr } = organization
  return publishedOf(ports, { name, nameAr }, (db) => publicCampaignsOf(db, id))
}

async function publishedOf(
  { db, payouts }: PublicLedgerPorts,
  names: { readonly name: string; readonly nameAr: string | null },
  listIds: (db: Db) => Promise<readonly bigint[]>,
): Promise<PublishedTotalsView> {
  const newest = payouts === 'none' ? undefined : await findNewestDay(db)
  if (!newest) return { ...names, newest: null, campaigns: [], totals: [] }
  const ids = (await listIds(db)).toSorted((a, b) => Number(a - b))
  return { ...names, newest, campaigns: ids.map(String), totals: totalsOf(await sumCampaigns(db, ids)) }
}
