import type { RenderContext } from '#server/pages/render-context.ts'
import type { Currency } from '#shared/money.ts'
import { isProblem } from '#shared/problem.ts'
import type { CampaignFacts } from '../../../features/money/baskets/line/basket-line.ts'
import type { Basket } from '../../../features/money/baskets/filling.ts'

/** A fundraiser that cannot be had takes no gifts: its line says so, and the others are paid. */
export async function campaignsOf(
  { api, cardFee, logError }: RenderContext,
  basket: Basket,
): Promise<Record<string, CampaignFacts>> {
  const bySlug = new Map(
    basket.items.flatMap(({ projectId, campaign }) => (campaign ? [[campaign.slug, projectId] as const] : [])),
  )
  const found = await Promise.all(
    [...bySlug].map(async ([slug, id]): Promise<readonly (readonly [string, CampaignFacts])[]> => {
      try {
        const campaign = await api('GET /v4/campaign-pages/:slug', { slug })
        const {
          currency,
          language,
          open,
          organization,
          zakatVerified,
          zakatEligibleBps,
          giftAid,
          taxReceiptCountries,
          tipsEnabled,
          levels,
        } = campaign
        const kept = levels.map(({ id: levelId, title, amount, remaining }) => ({
          id: levelId,
          title,
          amount,
          remaining,
        }))
        const facts = {
          language,
          isOpen: open,
          isVerified: organization.verified,
          zakatVerified,
          zakatEligibleBps,
          giftAid,
          taxReceiptCountries,
          tipsEnabled,
        }
        return [[id, { ...facts, fee: cardFee(currency as Currency), levels: kept }]]
      } catch (error) {
        if (!isProblem(error)) logError(error, 'a fundraiser of a basket could not be loaded')
        return []
      }
    }),
  )
  return Object.fromEntries(found.flat())
}
