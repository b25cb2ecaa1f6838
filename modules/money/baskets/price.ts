import { required } from '#shared/collections.ts'
import { createHash } from 'node:crypto'
import { type Currency, money } from '#shared/money.ts'
import { type CampaignForDonation, getCampaignForDonation } from '#modules/causes/campaigns/index.ts'
import { isOpen } from '#modules/causes/campaigns/rules/open.ts'
import { canReceiveDonations } from '#modules/causes/organizations/rules/verification.ts'
import { type GivingPorts, lineToQuote } from '#modules/money/giving/index.ts'
import { quoteBasket } from '#modules/money/giving/rules/quote-basket.ts'
import { zakatFeesOf } from '#modules/money/giving/rules/zakat-eligible.ts'
import { type Quote, quoteText } from '#modules/money/giving/rules/quote.ts'
import type { PaymentMethod } from '#modules/money/giving/rules/fees/fee-schedules.ts'
import type { BasketView } from './contract-basket.ts'
import type { Basket } from './basket-queries.ts'
import { priceOfLevel, type StoredLine } from './rules/line.ts'
import { type BasketSplit, splitBasket } from './rules/split.ts'

export type PricedLine = { readonly line: StoredLine; readonly campaign: CampaignForDonation; readonly quote: Quote }

export type PricedBasket = {
  readonly campaigns: ReadonlyMap<string, CampaignForDonation | undefined>
  /** Every line at the current price of a piece, or at the price that was paid. */
  readonly currentLines: readonly StoredLine[]
  readonly split: BasketSplit
  /** The payable lines in their order. */
  readonly lines: readonly PricedLine[]
  /** Their total price; null if there are none. */
  readonly quote: BasketView['quote']
}

/**
 * Calculates the price of a basket in a currency for a payment method. The tip is in the basket's own currency and
 * never converted, so in another currency there is none.
 */
export async function priceBasket(
  ports: GivingPorts,
  basket: Basket,
  input: { currency: Currency; paymentMethod: PaymentMethod },
): Promise<PricedBasket> {
  const now = ports.clock()
  const ids = [...new Set(basket.lines.map((line) => line.campaignId))]
  const campaigns = new Map(
    (await Promise.all(ids.map((id) => getCampaignForDonation(ports, BigInt(id))))).map(
      (campaignForDonation, index) => [required(ids[index]), campaignForDonation],
    ),
  )
  const currency = input.currency
  const levelOf = (line: StoredLine) =>
    campaigns.get(line.campaignId)?.levels.find(({ id }) => String(id) === line.levelId)
  const currentLines =
    basket.status === 'checked-out' ? basket.lines : basket.lines.map((line) => withCurrentAmount(line, levelOf(line)))
  const split = splitBasket(currentLines, {
    currency,
    tip: input.currency === basket.currency ? basket.tip : 0n,
    isOpen: (id) => {
      const campaign = campaigns.get(id)
      return campaign !== undefined && campaign.currency === input.currency && isOpen(campaign, now)
    },
    isVerified: (id) => {
      const campaign = campaigns.get(id)
      return campaign === undefined || canReceiveDonations(campaign, now)
    },
    takesTips: (id) => campaigns.get(id)?.tipsEnabled === true,
  })
  const paid = split.lines.map(({ id, tip }) => ({ line: required(currentLines.find((line) => line.id === id)), tip }))
  const linesRequest = await Promise.all(
    paid.map(({ line, tip }) => {
      const campaign = required(campaigns.get(line.campaignId))
      const { isZakat, maximizeZakat, giftAid, taxReceipt, quantity } = line
      const form = {
        amount: money(BigInt(line.amount), currency),
        tip: money(tip, currency),
        quantity,
        isZakat,
        maximizeZakat,
        giftAid,
        taxReceipt,
      }
      return lineToQuote(ports, campaign, form, { level: levelOf(line), method: input.paymentMethod })
    }),
  )
  const lines = quoteBasket(linesRequest).map((quote, index) => ({
    line: required(paid[index]).line,
    campaign: required(campaigns.get(required(paid[index]).line.campaignId)),
    quote,
  }))
  return { campaigns, currentLines, split, lines, quote: viewOfQuotes(basket, lines) }
}

/**
 * Returns the line with the level's current amount (S1 §5), which its organizer may have changed since it was added.
 */
const withCurrentAmount = (line: StoredLine, level: CampaignForDonation['levels'][number] | undefined): StoredLine =>
  level && level.amount > 0n ? { ...line, ...priceOfLevel(level) } : line

function viewOfQuotes(basket: Basket, lines: readonly PricedLine[]): BasketView['quote'] {
  const first = lines[0]
  if (!first) return null
  const sum = (part: 'gift' | 'tip' | 'coveredFee' | 'total' | 'zakatEligible') =>
    Number(lines.reduce((total, { quote }) => total + quote[part].amount, 0n))
  const text = [
    'basket',
    basket.id,
    basket.checkouts,
    ...lines.flatMap(({ line, quote }) => [line.id, quoteText(quote)]),
  ].join('\n')
  return {
    quoteHash: createHash('sha256').update(text).digest('base64url'),
    currency: first.quote.currency,
    gift: sum('gift'),
    tip: sum('tip'),
    coveredFee: sum('coveredFee'),
    total: sum('total'),
    zakatEligible: sum('zakatEligible'),
    zakatFees: lines.map(({ quote }) => zakatFeesOf(quote)).find((fees) => fees !== null) ?? null,
    feeScheduleVersion: first.quote.feeScheduleVersion,
  }
}
