import type { z } from 'zod'
import { isCurrency, money } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import type { CampaignForDonation } from '#modules/causes/campaigns/index.ts'
import { donationDataOf, orderedLevelOf, openCampaign, orderRefusalOf } from './order-campaign.ts'
import { priceDonation, quoteViewOf } from './order-price.ts'
import type { givingContract } from '../contract.ts'
import type { QuoteView } from '../contract-payment.ts'
import type { GivingPorts } from '../ports.ts'
import { checkDonation } from '../rules/donation.ts'

type Input = z.output<(typeof givingContract)['POST /v4/quotes']['input']>

/**
 * Returns the price of a donation. The donate call checks its hash, so the donor is charged the amount that was shown
 * (payments-13).
 */
export async function quoteForCheckout(ports: GivingPorts, input: Input): Promise<QuoteView> {
  const campaign = await openCampaign(ports, input.campaignId)
  const level = orderedLevelOf(campaign, input.levelId, 'levelId')
  const currency = campaign.currency
  if (!isCurrency(input.currency) || input.currency !== currency)
    throw new Problem('validation', 'invalid-input', {
      fields: { currency: { code: 'currency-not-accepted', params: { currency: input.currency } } },
    })
  const amount = money(BigInt(input.amount), currency)
  const tip = money(BigInt(input.tip), currency)
  const quantity = level ? input.quantity : 1
  const {
    amount: wrongAmount,
    tip: wrongTip,
    quantity: wrongQuantity,
  } = checkDonation(donationDataOf(withoutReservations(campaign), undefined), {
    amount,
    tip,
    quantity,
    levelId: input.levelId,
    isZakat: false,
    maximizeZakat: false,
    giftAid: false,
    taxReceipt: false,
  })
  const wrong = {
    ...(wrongAmount && { amount: wrongAmount }),
    ...(wrongTip && { tip: wrongTip }),
    ...(wrongQuantity && { quantity: wrongQuantity }),
  }
  if (Object.keys(wrong).length > 0) throw orderRefusalOf(wrong)
  const form = {
    amount,
    tip,
    quantity,
    isZakat: input.zakat,
    maximizeZakat: input.maximizeZakat,
    giftAid: input.giftAid,
    taxReceipt: input.taxReceipt,
  }
  return quoteViewOf(await priceDonation(ports, campaign, form, { level, method: input.paymentMethod }))
}

/** Returns the campaign with all levels unreserved. A quote reserves nothing, so reservations don't matter to it. */
const withoutReservations = (campaign: CampaignForDonation): CampaignForDonation => ({
  ...campaign,
  levels: campaign.levels.map((level) => ({ ...level, reserved: 0 })),
})
