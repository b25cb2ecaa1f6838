import { zakatFeesOf } from '../rules/zakat-eligible.ts'
import { hash as digest } from 'node:crypto'
import { money, toMajor } from '#shared/money.ts'
import { requestedFieldsOf } from '#modules/causes/campaigns/rules/level.ts'
import type { CampaignForDonation } from '#modules/causes/campaigns/index.ts'
import { flag } from '#modules/platform/flags/index.ts'
import type { QuoteView } from '../contract-payment.ts'
import type { DonationLine } from './order.ts'
import type { GivingPorts } from '../ports.ts'
import type { DonationRequest } from '../rules/donation.ts'
import { feeFor, type PaymentMethod } from '../rules/fees/fee-schedules.ts'
import { type Quote, quoteDonation, quoteText } from '../rules/quote.ts'
import type { RequestedLine } from '../rules/quote-basket.ts'
import { orderedBundleOf, type OrderedLevel } from './order-campaign.ts'

/** Calculates the price of a request by the same rules as the form. */
export async function priceDonation(
  ports: GivingPorts,
  campaign: CampaignForDonation,
  form: Pick<DonationRequest, 'amount' | 'tip' | 'quantity' | 'isZakat' | 'maximizeZakat' | 'giftAid' | 'taxReceipt'>,
  input: { level: OrderedLevel | undefined; method: PaymentMethod },
): Promise<Quote> {
  const { quoteData, request } = await lineToQuote(ports, campaign, form, input)
  return quoteDonation(quoteData, request)
}

/** Prepares a line for a basket, which prices its lines together. */
export async function lineToQuote(
  ports: GivingPorts,
  campaign: CampaignForDonation,
  form: Pick<DonationRequest, 'amount' | 'tip' | 'quantity' | 'isZakat' | 'maximizeZakat' | 'giftAid' | 'taxReceipt'>,
  input: { level: OrderedLevel | undefined; method: PaymentMethod },
): Promise<RequestedLine> {
  const currency = campaign.currency
  const zakatVariant = (await flag(ports, 'zakat-variant')) === 'default' ? 'default' : 'maximize'
  return {
    quoteData: {
      campaignId: String(campaign.id),
      currency,
      fee: feeFor(input.method, currency, ports.feeSchedules),
      zakatVariant,
      isZakatVerified: campaign.zakatVerified,
      zakatEligibleBps: campaign.zakatEligibleBps,
      zakatFees: ports.zakatFees,
    },
    request: {
      ...form,
      level: input.level && {
        id: String(input.level.id),
        amount: money(input.level.amount, currency),
        bundle: orderedBundleOf(input.level, currency),
      },
      paymentMethod: input.method,
    },
  }
}

export const hashOf = (quote: Quote): string => digest('sha256', quoteText(quote), 'base64url')

export const quoteViewOf = (quote: Quote): QuoteView => ({
  quoteHash: hashOf(quote),
  currency: quote.currency,
  gift: Number(quote.gift.amount),
  tip: Number(quote.tip.amount),
  coveredFee: Number(quote.coveredFee.amount),
  total: Number(quote.total.amount),
  zakatEligible: Number(quote.zakatEligible.amount),
  zakatFees: zakatFeesOf(quote),
  feeScheduleVersion: quote.feeScheduleVersion,
})

export type ApiQuote = {
  readonly [Name in keyof QuoteView]: Name extends 'zakatFees' ? QuoteView['zakatFees'] : string
}

/** Converts a quote to decimal major units, like every amount on `/api`. */
export const toApiQuote = (quote: Quote): ApiQuote => ({
  quoteHash: hashOf(quote),
  currency: quote.currency,
  gift: toMajor(quote.gift),
  tip: toMajor(quote.tip),
  coveredFee: toMajor(quote.coveredFee),
  total: toMajor(quote.total),
  zakatEligible: toMajor(quote.zakatEligible),
  zakatFees: zakatFeesOf(quote),
  feeScheduleVersion: quote.feeScheduleVersion,
})

type PricedDonation = Pick<
  DonationLine,
  | 'donationId'
  | 'campaignId'
  | 'campaignSlug'
  | 'campaignName'
  | 'organizationName'
  | 'gift'
  | 'tip'
  | 'coveredFee'
  | 'feeShare'
  | 'feeBearer'
  | 'zakatEligibleBps'
> &
  Pick<DonationLine, 'quantity' | 'levelId' | 'requestedLevelFields' | 'isLevelLimited' | 'isZakat' | 'maximizeZakat'>

/** Returns an order line's fields about campaign and price, for a single donation or a basket line. */
export function pricedDonation(ports: GivingPorts, campaign: CampaignForDonation, quote: Quote): PricedDonation {
  const level = campaign.levels.find(({ id }) => String(id) === quote.levelId)
  return {
    donationId: ports.newId(),
    campaignId: String(campaign.id),
    campaignSlug: campaign.slug,
    campaignName: campaign.name,
    organizationName: campaign.organizationName,
    gift: String(quote.gift.amount),
    tip: String(quote.tip.amount),
    coveredFee: String(quote.coveredFee.amount),
    feeShare: String(quote.feeShare.amount),
    ...(quote.feeBearer === 'campaign' ? {} : { feeBearer: quote.feeBearer }),
    ...(quote.zakatEligibleBps === null ? {} : { zakatEligibleBps: quote.zakatEligibleBps }),
    quantity: quote.quantity,
    levelId: quote.levelId ?? null,
    ...(level ? { requestedLevelFields: requestedFieldsOf(level) } : {}),
    isLevelLimited: level !== undefined && level.claimLimit > 0,
    isZakat: quote.isZakat,
    maximizeZakat: quote.maximizeZakat,
  }
}
