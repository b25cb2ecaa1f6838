import { money } from '#shared/money.ts'
import type { CampaignForDonation } from '#modules/causes/campaigns/index.ts'
import type { GiftAidCover, GivingPorts } from '../ports.ts'
import { isBenefitWithinGiftAid } from '../rules/gift-aid.ts'
import type { DonationLine, DonationOrder } from './order.ts'

/**
 * Returns the line as declared for Gift Aid if an earlier declaration of the donor's account covers it and the donor
 * didn't exclude it (gift-aid-2). Only an account that ticked Gift Aid can declare for later donations. A plan's first donation isn't changed, because the plan would keep the address.
 */
export async function withGiftAidCover(
  ports: Pick<GivingPorts, 'findGiftAidCover'>,
  {
    campaign,
    donor: { accountId },
    line,
    isPlan,
  }: {
    readonly campaign: CampaignForDonation
    readonly donor: DonationOrder['donor']
    readonly line: DonationLine
    readonly isPlan: boolean
  },
): Promise<{ readonly line: DonationLine; readonly cover?: GiftAidCover }> {
  if (line.giftAidChoice === 'later')
    return { line: accountId && line.giftAid ? line : { ...line, giftAidChoice: null } }
  if (!accountId || !campaign.giftAid || isPlan || line.giftAid || line.giftAidChoice === 'excluded') return { line }
  // The donor read before paying that what they receive is worth too much (gift-aid-11).
  if (!permitsGiftAid(campaign, line)) return { line }
  const cover = await ports.findGiftAidCover(accountId, campaign.organizationId)
  if (!cover) return { line }
  return { line: { ...line, giftAid: true, taxAddress: cover.address }, cover }
}

/** Returns whether the benefit of the line's giving level permits Gift Aid (gift-aid-11). */
function permitsGiftAid(campaign: CampaignForDonation, line: DonationLine): boolean {
  const level = campaign.levels.find(({ id }) => String(id) === line.levelId)
  const benefit = (level?.benefitValue ?? 0n) * BigInt(line.quantity)
  return isBenefitWithinGiftAid(money(BigInt(line.gift), campaign.currency), money(benefit, campaign.currency))
}
