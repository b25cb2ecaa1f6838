import type { Ports } from '#shared/ports.ts'
import { type CampaignForGift, readCampaignForGift } from './queries/gift.ts'
import { createRecent, type Recent } from './recent.ts'

const keptMs = 1000
const campaignsMax = 20_000

/** One memory per database: an application has one, a test has its own. */
const memories = new WeakMap<object, Recent<bigint, CampaignForGift | undefined, Ports>>()

/**
 * What giving must know of a campaign, at most a second old: a fundraiser that receives a thousand donations a second
 * is read once. The limits of levels are enforced where they are reserved, its status and its charity's verification
 * where the payment is claimed (`campaigns.donation_refusal`), end dates on the caller's clock and the end of a
 * verification for Zakat here, so an old second never oversells or accepts a donation late.
 */
export async function getCampaignForGift(ports: Ports, campaignId: bigint): Promise<CampaignForGift | undefined> {
  let memory = memories.get(ports.db)
  if (!memory) {
    memory = createRecent({ read: (id, by: Ports) => readCampaignForGift(by, id), keptMs, entriesMax: campaignsMax })
    memories.set(ports.db, memory)
  }
  const now = ports.clock()
  const campaign = await memory.get(campaignId, now, ports)
  return campaign?.zakatUntil && campaign.zakatUntil <= now ? { ...campaign, zakatVerified: false } : campaign
}
