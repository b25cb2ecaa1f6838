import type { z } from 'zod'
import { isCurrency, money } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import { campaignCurrency, factsOf, levelOf, openCampaign, quoteRequestOf, viewOf } from './compose-gift.ts'
import type { givingContract, QuoteView } from './contract.ts'
import type { GivingPorts } from './ports.ts'
import { checkAmount, checkQuantity } from './rules/donation.ts'
import { feeScheduleFor } from './rules/fee.ts'
import { quoteGift as quoteOf } from './rules/quote.ts'

type Input = z.output<(typeof givingContract)['POST /v4/quotes']['input']>

/** What a gift would cost. The hash it answers is what the donate call checks, so what is shown is what is charged (trust.md R22c). */
export async function quoteGift(ports: GivingPorts, input: Input): Promise<QuoteView> {
  const campaign = await openCampaign(ports, input.campaignId)
  const level = levelOf(campaign, input.levelId)
  const currency = campaignCurrency(campaign)
  if (!isCurrency(input.currency) || input.currency !== currency) throw new Problem('validation', 'invalid-input', { fields: { currency: { code: 'currency-not-accepted', params: { currency } } } })
  const amount = level ? money(level.amount, currency) : money(BigInt(input.amount), currency)
  const quantity = level ? input.quantity : 1
  const fault = checkAmount(amount, quantity, factsOf(campaign, level)) ?? checkQuantity(quantity, undefined)
  if (fault) throw new Problem('validation', 'invalid-input', { fields: { amount: fault } })
  if (input.tip < 0) throw new Problem('validation', 'invalid-input', { fields: { tip: { code: 'amount-invalid' } } })
  const request = await quoteRequestOf(
    ports,
    campaign,
    { amount, tip: money(BigInt(input.tip), currency), quantity, isZakat: input.zakat && campaign.zakatVerified, maximizeZakat: input.maximizeZakat, giftAid: input.giftAid, taxReceipt: input.taxReceipt },
    input.levelId,
  )
  return viewOf(request, quoteOf(request, feeScheduleFor(input.paymentMethod, currency)))
}
