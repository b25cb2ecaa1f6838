import { campaignsBelow, createRecent, getPublicCampaign, publicCampaignsOf } from '#modules/causes/campaigns/index.ts'
import { findPublicOrganization } from '#modules/causes/organizations/index.ts'
import type { Db } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import type { PublicTotalsView } from '../contract-views.ts'
import type { PayoutPorts } from '../ports.ts'
import { type PublicSums, sumPublicTotals } from '../queries/public-totals.ts'

/** Figures are at most this old, so that a page with many visitors reads its ledger entries once a minute. */
const keptMs = 60_000
const entriesMax = 5_000

type Shown = { readonly kind: 'campaign' | 'charity'; readonly id: bigint }
const createMemory = () =>
  createRecent({
    read: (key: string, by: { readonly ports: PayoutPorts; readonly shown: Shown }) =>
      readTotals(by.ports.db, by.shown),
    keptMs,
    entriesMax,
  })
/** One cache per database: an application has one, and each test has its own. */
const memories = new WeakMap<object, ReturnType<typeof createMemory>>()

/**
 * Returns what a campaign's page shows of its money (payouts-17): its own and that of all pages below it, as its total
 * counts them. Empty if nothing is paid out.
 */
export async function readCampaignTotals(ports: PayoutPorts, campaignId: bigint): Promise<PublicTotalsView> {
  const { id } = await getPublicCampaign(ports, campaignId)
  return recentTotals(ports, { kind: 'campaign', id })
}

/** Returns what a charity's page shows of the money of all its campaigns. */
export async function readCharityTotals(ports: PayoutPorts, subdomain: string): Promise<PublicTotalsView> {
  const organization = await findPublicOrganization(ports.db, subdomain)
  if (!organization) throw new Problem('not-found', 'charity-not-found')
  return recentTotals(ports, { kind: 'charity', id: organization.id })
}

async function recentTotals(ports: PayoutPorts, shown: Shown): Promise<PublicTotalsView> {
  if (ports.payouts === 'none') return { totals: [] }
  let memory = memories.get(ports.db)
  if (!memory) memories.set(ports.db, (memory = createMemory()))
  return memory.get(`${shown.kind} ${shown.id}`, ports.clock(), { ports, shown })
}

/** Reads the figures of a page from the ledger. */
export async function readTotals(db: Db, { kind, id }: Shown): Promise<PublicTotalsView> {
  const ids = kind === 'campaign' ? [id, ...(await campaignsBelow(db, id))] : await publicCampaignsOf(db, id)
  const sums = await sumPublicTotals(db, ids)
  return {
    totals: [...Map.groupBy(sums, ({ currency }) => currency)].map(([currency, rows]) => ({
      currency,
      zakat: figuresOf(rows.find((row) => row.kind === 'zakat')),
      rest: figuresOf(rows.find((row) => row.kind === 'rest')),
    })),
  }
}

/** Waiting is what remains: it is owed to the charity, in reserve or free. */
function figuresOf(sums: PublicSums | undefined): PublicTotalsView['totals'][number]['rest'] {
  const { received, returned, fees, paidOut } = sums ?? { received: 0n, returned: 0n, fees: 0n, paidOut: 0n }
  return {
    received,
    returned,
    fees,
    paidOut,
    waiting: received - returned - fees - paidOut,
  }
}
