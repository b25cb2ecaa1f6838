import { renderContext, type RenderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'
import { translate } from '#shared/text.ts'
import type { DrawerData } from '#web/features/money/baskets/basket-drawer.tsx'
import { rewardsOf } from '#web/features/causes/campaigns/rewards.ts'
import { addressDataFor, closedTitle, checkoutDataOf } from '#web/features/money/giving/donation-data.ts'
import { levelOfOffer } from '#web/features/money/giving/qurbani-level.ts'
import { findQurbaniOffer } from './qurbani-offer.ts'
import { messagesOf } from '#web/lib/catalogues.ts'
import { basketLineNamespaces } from '#web/lib/namespace-lists.ts'
import type { Route } from './+types/basket-add-data'

/**
 * Loads the item form: the campaign by its slug, its levels by its id (S1 §7), the visitor's country and preferences.
 * `levelId`: the preset level, which may be a Qurbani item outside the list of levels.
 */
export async function loadItem(
  context: RenderContext,
  slug: string,
  levelId: string | null | undefined,
): Promise<DrawerData> {
  const { api, now, country, zakatVariant, zakatFees, paymentFee, viewer, locale, refusalOf, logError } = context
  const messages = messagesOf(basketLineNamespaces, locale)
  /** Logs the error and returns what couldn't be loaded and why (S1 §8). */
  function failed(error: unknown, key: 'shell.campaign-failed' | 'item.levels-failed'): DrawerData {
    logError(error, 'the form of a basket line could not be loaded')
    const message = isProblem(error) ? refusalOf(error).message : ''
    return { kind: 'failed', messages, text: translate(messages, locale, key, { message }) }
  }
  let campaign
  try {
    campaign = await api('GET /v4/campaign-pages/:slug', { slug })
  } catch (error) {
    return failed(error, 'shell.campaign-failed')
  }
  let levels
  try {
    levels = rewardsOf((await api('POST /api/projectapi/rewards', { id: campaign.id })).Rewards, campaign.currency)
  } catch (error) {
    return failed(error, 'item.levels-failed')
  }
  const closed = closedTitle(campaign, now())
  if (closed) return { kind: 'closed', messages, title: closed }
  const offer = levels.some(({ id }) => id === levelId) ? undefined : await findQurbaniOffer(context, { levelId, slug })
  const checkoutData = checkoutDataOf(
    { ...campaign, levels: [...levels, ...(offer ? [levelOfOffer(offer)] : [])] },
    campaign.currency,
    {
      country,
      zakatVariant,
      zakatFees,
      fee: paymentFee(campaign.currency),
      isSignedIn: true,
    },
  )
  const preferences = viewer.isSignedIn ? await api('GET /api/user/properties', {}) : {}
  return {
    kind: 'ready',
    messages,
    item: {
      checkoutData: { ...checkoutData, tipsEnabled: false, isSignedIn: true },
      email: viewer.email,
      wantsUpdates: preferences.campaignUpdates ?? false,
    },
    campaign: {
      slug: campaign.slug,
      title: campaign.title,
      language: campaign.language,
      organizationName: campaign.organization.name,
      organizationNameAr: campaign.organization.nameAr,
    },
    addressData: await addressDataFor(checkoutData, locale, () =>
      Promise.all([api('GET /api/projectapi/permittedCountryCodes', {}), api('GET /v4/places', {})]),
    ),
  }
}

/** Returns the drawer's data when it opens. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const levelId = new URL(request.url).searchParams.get('level')
  return Response.json(await loadItem(context.get(renderContext), params.slug, levelId), {
    headers: { 'cache-control': 'no-store' },
  })
}
