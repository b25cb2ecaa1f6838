import { dayMs } from '#shared/time.ts'
import type { Insertable } from 'kysely'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import type { Ports, Tables } from '#shared/ports.ts'
import { insertCampaigns, insertLevels } from './queries/written.ts'

type CampaignRow = Insertable<Tables['campaigns.campaign']>
type LevelRow = Insertable<Tables['campaigns.level']>

/** Creates an active fundraiser in pounds that ends in 30 days by default, with a new charity unless one is given. */
export async function aCampaign(
  ports: Ports,
  over: Partial<CampaignRow> = {},
): Promise<CampaignRow & { readonly id: bigint }> {
  const now = ports.clock()
  const row: CampaignRow = {
    organization_id: over.organization_id ?? (await anOrganization(ports)).id,
    slug: `campaign-${ports.newId()}`,
    name: 'Clean water for Tharparkar',
    tagline: 'Deep wells with solar pumps for eleven villages.',
    story: '<p>The nearest well is four kilometres away.</p><p>A deep well brings it to the village.</p>',
    category: 'water',
    country: 'PK',
    status: 1,
    currency: 'GBP',
    goal: 1_000_000n,
    ends_at: new Date(now.getTime() + 30 * dayMs),
    minimum_donation: null,
    organizer_name: 'Sana Qureshi',
    organizer_account_id: null,
    featured_rank: null,
    created_at: now,
    changed_at: now,
    ...over,
  }
  const [id] = await ports.write((tx) => insertCampaigns(tx, [row]))
  return { ...row, id: id! }
}

/** Creates a level of 25.00 without a limit by default. */
export async function aLevel(
  ports: Ports,
  campaignId: bigint,
  over: Partial<LevelRow> = {},
): Promise<LevelRow & { readonly id: bigint }> {
  const row: LevelRow = { campaign_id: campaignId, position: 1, title: 'A family for a month', amount: 2_500n, ...over }
  const [id] = await ports.write((tx) => insertLevels(tx, [row]))
  return { ...row, id: id! }
}
