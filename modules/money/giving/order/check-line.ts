import { money, type Money } from '#shared/money.ts'
import type { CampaignForGift } from '#modules/causes/campaigns/index.ts'
import { checkWithHolds, openCampaign, refusalOf } from './order-campaign.ts'
import type { RequesterScopes } from '../payment/requester.ts'
import type { GivingPorts } from '../ports.ts'
import type { DonationRequest } from '../rules/donation.ts'

/**
 * Whether a gift that is kept for later may be given as it is asked for: by the rules of a gift that is paid at once.
 * Faults carry the names of `DonationRequest`. Answers the campaign and what one piece costs: the level's own amount,
 * or the one asked for (S1 §5).
 */
export async function checkLine(
  ports: GivingPorts,
  requester: RequesterScopes,
  campaignId: string,
  request: DonationRequest,
): Promise<{ readonly campaign: CampaignForGift; readonly piece: Money }> {
  const campaign = await openCampaign(ports, campaignId)
  const faults = await checkWithHolds(ports, campaign, requester, request)
  if (Object.keys(faults).length > 0) throw refusalOf(faults)
  const level = campaign.levels.find((each) => String(each.id) === request.levelId)
  return {
    campaign,
    piece: level && level.amount > 0n ? money(level.amount, campaign.currency) : request.amount,
  }
}
