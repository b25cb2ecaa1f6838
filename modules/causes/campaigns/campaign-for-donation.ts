import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { type CampaignForDonation, readCampaignForDonation } from './queries/donation.ts'
import { createRecent, type Recent } from './recent.ts'

const keptMs = 1000
const campaignsMax = 20_000

/** One cache per database: an application has one, and each test has its own. */
const memories = new WeakMap<object, Recent<bigint, CampaignForDonation | undefined, Ports>>()

/**
 * Returns the campaign data that donations need, at most a second old, so that a fundraiser with a thousand donations a
 * second is read once. Stale data never oversells or accepts a late donation: level limits are enforced when reserved,
 * status and the charity's verification when the payment is claimed (`campaigns.donation_refusal`), end dates by the
 * caller's clock, and the end of a zakat verification here.
 */
export async function getCampaignForDonation(
  ports: Ports,
  campaignId: bigint,
): Promise<CampaignForDonation | undefined> {
  let memory = memories.get(ports.db)
  if (!memory) {
    memory = createRecent({
      read: (id, by: Ports) => readCampaignForDonation(by, id),
      keptMs,
      entriesMax: campaignsMax,
    })
    memories.set(ports.db, memory)
  }
  const now = ports.clock()
  const campaign = await memory.get(campaignId, now, ports)
  return campaign?.zakatUntil && campaign.zakatUntil <= now ? { ...campaign, zakatVerified: false } : campaign
}

/**
 * Returns the data of a campaign whose page is public (content-27, pages-7). Throws `campaign-not-found` (404) for any
 * other, as its page does, so that a call by id reveals no more than the page.
 */
export async function getPublicCampaign(ports: Ports, campaignId: bigint): Promise<CampaignForDonation> {
  const campaign = await getCampaignForDonation(ports, campaignId)
  if (!campaign?.isPublic) throw new Problem('not-found', 'campaign-not-found')
  return campaign
}
