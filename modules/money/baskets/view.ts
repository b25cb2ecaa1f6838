import { dayMs } from '#shared/time.ts'
import { signToken } from '#modules/platform/identity/index.ts'
import type { GivingPorts } from '#modules/money/giving/index.ts'
import { toPayload } from '#modules/money/giving/rules/donor-field-values.ts'
import type { PaymentInput } from './contract-input.ts'
import type { BasketView } from './contract-basket.ts'
import { priceBasket } from './price.ts'
import type { Basket } from './basket-queries.ts'
import { fieldsOfLine, totalOfLine } from './rules/line.ts'
import { idleDays, statusAt } from './rules/status.ts'

export type BasketPorts = GivingPorts

/**
 * Returns the response with a basket for its owner. For a guest it contains the basket's token, which is valid for
 * the basket's lifetime from now.
 */
export async function basketViewOf(
  ports: BasketPorts,
  basket: Basket,
  request: Partial<PaymentInput> = {},
): Promise<BasketView> {
  const now = ports.clock()
  const { campaigns, currentLines, split, lines, quote } = await priceBasket(ports, basket, {
    currency: request.basketCurrency ?? basket.currency,
    paymentMethod: request.paymentMethod ?? 'card',
  })
  const quotes = new Map(lines.map(({ line, quote }) => [line.id, quote]))
  const end = new Date(now.getTime() + idleDays * dayMs)
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
    items: currentLines.map((line) => {
      const campaign = campaigns.get(line.campaignId)
      return {
        id: line.id,
        projectId: line.campaignId,
        amount: Number(line.amount),
        currency: line.currency,
        ...toPayload('basketItem', fieldsOfLine(line)),
        ...(line.original
          ? { metadata: { originalAmount: line.original.amount, originalCurrency: line.original.currency } }
          : {}),
        hasEncryptedFields: line.encryptedFields !== null,
        campaign: campaign
          ? {
              slug: campaign.slug,
              name: campaign.name,
              organizationName: campaign.organizationName,
              organizationNameAr: campaign.organizationNameAr,
            }
          : null,
        total: Number(totalOfLine(line)),
        tip: Number(quotes.get(line.id)?.tip.amount ?? 0n),
        coveredFee: Number(quotes.get(line.id)?.coveredFee.amount ?? 0n),
      }
    }),
    skipped: [...split.skipped],
    subtotal: Number(split.subtotal),
    quote,
    createdAt: basket.createdAt,
    updatedAt: basket.changedAt,
    expiresAt: new Date(basket.changedAt.getTime() + idleDays * dayMs),
    ...(basket.accountId === null ? { token: signToken(ports.tokenSecret, 'basket', basket.id, end) } : {}),
  }
}
