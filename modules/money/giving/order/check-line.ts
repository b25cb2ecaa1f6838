import { checkWithHolds, type Level, openCampaign, refusalOf } from './order-campaign.ts'
import type { RequesterScopes } from '../payment/requester.ts'
import type { GivingPorts } from '../ports.ts'
import type { DonationRequest } from '../rules/donation.ts'

/**
 * Whether a gift that is kept for later may be given as it is asked for: by the rules of a gift that is paid at once.
 * Faults carry the names of `DonationRequest`. Returns its level.
 */
export async function checkLine(
  ports: GivingPorts,
  requester: RequesterScopes,
  campaignId: string,
  request: DonationRequest,
): Promise<Level | undefined> {
  const campaign = await openCampaign(ports, campaignId)
  const faults = await checkWithHolds(ports, campaign, requester, request, 'now')
  if (Object.keys(faults).length > 0) throw refusalOf(faults)
  return campaign.levels.find((level) => String(level.id) === request.levelId)
}
