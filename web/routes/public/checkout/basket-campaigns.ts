import type { RenderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'
import type { CampaignRules } from '#web/features/money/baskets/line/basket-line.ts'
import { levelOfOffer } from '#web/features/money/giving/qurbani-level.ts'
import type { CheckoutData } from '#web/features/money/giving/state/checkout-state.ts'
import { methodsOf } from './checkout-presets.ts'
import { findQurbaniOffer } from './qurbani-offer.ts'
import type { Basket } from '#web/features/money/baskets/basket-client.ts'

/**
 * Loads the fundraisers of a basket. One that can't be loaded accepts no donations: its line says so, and the others
 * can be paid.
 */
export async function campaignsOf(frame: RenderContext, basket: Basket): Promise<Record<string, CampaignRules>> {
  const { api, paymentFee, logError } = frame
  const bySlug = new Map(
    basket.items.flatMap(({ projectId, campaign }) => (campaign ? [[campaign.slug, projectId] as const] : [])),
  )
  const found = await Promise.all(
    [...bySlug].map(async ([slug, id]): Promise<readonly (readonly [string, CampaignRules])[]> => {
      try {
        const campaign = await api('GET /v4/campaign-pages/:slug', { slug })
        const {
          currency,
          imageUrl,
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
        const ordered = await itemsOf(frame, basket, { slug, projectId: id, listed: levels.map((level) => level.id) })
        const basketLevels = [...levels, ...ordered].map(toBasketLevel)
        const data = {
          imageUrl,
          language,
          isOpen: open,
          isVerified: organization.verified,
          zakatVerified,
          zakatEligibleBps,
          giftAid,
          taxReceiptCountries,
          tipsEnabled,
          ...methodsOf(campaign),
        }
        return [[id, { ...data, fee: paymentFee(currency), levels: basketLevels }]]
      } catch (error) {
        if (!isProblem(error)) logError(error, 'a fundraiser of a basket could not be loaded')
        return []
      }
    }),
  )
  return Object.fromEntries(found.flat())
}

const toBasketLevel = ({ id, title, amount, remaining, bundle, shares }: CheckoutData['levels'][number]) => ({
  id,
  title,
  amount,
  remaining,
  ...(shares ? { shares, bundle: bundle ?? null } : {}),
})

/** Loads the fundraiser's Qurbani items in the basket, which aren't in its list of levels. */
async function itemsOf(
  frame: RenderContext,
  basket: Basket,
  input: { readonly slug: string; readonly projectId: string; readonly listed: readonly string[] },
): Promise<CheckoutData['levels']> {
  const ids = basket.items.flatMap(({ projectId, givingLevelId: levelId }) =>
    projectId === input.projectId && levelId && !input.listed.includes(levelId) ? [levelId] : [],
  )
  const offers = await Promise.all(
    [...new Set(ids)].map((levelId) => findQurbaniOffer(frame, { levelId, slug: input.slug })),
  )
  return offers.flatMap((offer) => (offer ? [levelOfOffer(offer)] : []))
}
