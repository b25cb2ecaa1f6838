import { assertOffered } from '#modules/causes/campaigns/index.ts'
import { checkWithReservations, type OrderedLevel, openCampaign, orderRefusalOf } from './order-campaign.ts'
import type { RequesterScopes } from '../payment/requester.ts'
import type { GivingPorts } from '../ports.ts'
import type { DonationRequest } from '../rules/donation.ts'

/**
 * Checks a donation that is stored for later by the same rules as one that is paid at once. Faults use the field
 * names of `DonationRequest`. Returns the donation's level.
 */
export async function checkLine(
  ports: GivingPorts,
  requester: RequesterScopes,
  campaignId: string,
  request: DonationRequest,
): Promise<OrderedLevel | undefined> {
  const campaign = await openCampaign(ports, campaignId)
  // Baskets are one-time and paid by card.
  assertOffered(campaign, { frequency: 'onetime', method: 'card' })
  const faults = await checkWithReservations(ports, campaign, requester, request, 'now')
  if (Object.keys(faults).length > 0) throw orderRefusalOf(faults)
  return campaign.levels.find((level) => String(level.id) === request.levelId)
}
