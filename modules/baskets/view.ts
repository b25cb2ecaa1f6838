import type { Currency } from '#shared/money.ts'
import type { Ports } from '#shared/ports.ts'
import { getCampaignForGift } from '#modules/campaigns/index.ts'
import { isOpen } from '#modules/campaigns/rules/open.ts'
import { signToken } from '#modules/identity/index.ts'
import type { BasketView } from './contract.ts'
import type { Basket } from './queries.ts'
import { totalOfLine } from './rules/line.ts'
import { splitBasket } from './rules/split.ts'
import { idleDays, statusAt } from './rules/status.ts'

export type BasketPorts = Ports & { readonly tokenSecret: string; readonly fieldKey: Buffer }

/**
 * A basket as its owner sees it. The tip is split over the lines in `currency`; it is of the basket's own currency and never converted, so
 * in another one there is none. A guest's answer carries the token that opens the basket, for as long as the basket lives from now.
 */
export async function viewOf(ports: BasketPorts, basket: Basket, currency: string = basket.currency): Promise<BasketView> {
  const now = ports.clock()
  const ids = [...new Set(basket.lines.map((line) => line.campaignId))]
  const campaigns = new Map((await Promise.all(ids.map((id) => getCampaignForGift(ports, BigInt(id))))).map((found, index) => [ids[index]!, found]))
  const split = splitBasket(basket.lines, {
    currency: currency as Currency,
    tip: currency === basket.currency ? basket.tip : 0n,
    isOpen: (id) => {
      const campaign = campaigns.get(id)
      return campaign !== undefined && isOpen(campaign, now)
    },
  })
  const tips = new Map(split.lines.map(({ id, tip }) => [id, tip]))
  const end = new Date(now.getTime() + idleDays * 86_400_000)
  return {
    id: basket.id,
    userId: basket.accountId,
    status: statusAt(basket, now),
    version: basket.version,
    currency: basket.currency,
    tipAmount: Number(basket.tip),
    anonymous: { enabled: basket.isAnonymous, name: basket.displayName, location: basket.displayPlace },
    paymentMethodId: basket.paymentMethodId,
    newsletter: basket.newsletter,
    items: basket.lines.map((line) => {
      const campaign = campaigns.get(line.campaignId)
      return {
        id: line.id,
        projectId: line.campaignId,
        amount: Number(line.amount),
        currency: line.currency,
        quantity: line.quantity,
        isZakat: line.isZakat,
        maximizeZakat: line.maximizeZakat,
        isGiftAid: line.giftAid,
        isTaxDeductible: line.taxReceipt,
        receiveCCUpdates: line.receiveUpdates,
        ...(line.levelId ? { givingLevelId: line.levelId } : {}),
        ...(line.levelEmail ? { givingLevelEmail: line.levelEmail } : {}),
        ...(line.note ? { givingLevelNote: line.note } : {}),
        ...(line.shippingAddress ? { shippingAddress: line.shippingAddress } : {}),
        ...(line.taxAddress ? { taxAddress: line.taxAddress } : {}),
        ...(line.source ? { source: line.source } : {}),
        ...(line.original ? { metadata: { originalAmount: line.original.amount, originalCurrency: line.original.currency } } : {}),
        hasSealed: line.sealed !== null,
        campaign: campaign ? { slug: campaign.slug, name: campaign.name, organizationName: campaign.organizationName } : null,
        total: Number(totalOfLine(line)),
        tip: Number(tips.get(line.id) ?? 0n),
      }
    }),
    skipped: [...split.skipped],
    subtotal: Number(split.subtotal),
    createdAt: basket.createdAt.toISOString(),
    updatedAt: basket.changedAt.toISOString(),
    expiresAt: new Date(basket.changedAt.getTime() + idleDays * 86_400_000).toISOString(),
    ...(basket.accountId === null ? { token: signToken(ports.tokenSecret, 'basket', basket.id, end) } : {}),
  }
}
