import { catalogueOf } from '#web/lib/catalogues.ts'
import { registrationText } from '#modules/causes/organizations/rules/registration-text.ts'
import { redirect } from 'react-router'
import type { RenderContext, ServerApi } from '#server/pages/render-context.ts'
import { type Money, toMajor } from '#shared/money.ts'
import { defaultAmount, quickAmounts } from '#modules/money/giving/rules/amounts.ts'
import { parseCheckoutQuery } from '#modules/money/giving/rules/query-parameters.ts'
import { shareUrl } from '#modules/causes/campaigns/rules/share.ts'
import { codeOfQuery } from '#modules/organizers/referrals/rules/new-code.ts'
import type { HostedPageView } from '#modules/organizers/hosted-pages/contract.ts'
import { socialNames } from '#modules/organizers/hosted-pages/rules/page-content.ts'
import type { HostedLook } from '#web/features/organizers/hosted-pages/hosted-page-frame.tsx'
import { pageTheme, type PageTheme } from '#web/features/organizers/hosted-pages/page-theme.ts'
import type { Card } from '#web/features/causes/campaigns/campaign-card.tsx'
import { convertForDisplay } from '#web/lib/approximate.ts'
import { loadFavourites } from '#web/lib/favourites.ts'
import { plansOffered } from '#web/routes/plans/offered.ts'
import { publicMoney } from '../public-money.ts'
import type { Json } from '#shared/wire/json.ts'

/**
 * Data of a campaign page. `path`: its own path, `canonicalUrl`: its URL without redirects, `url`: the URL to share,
 * which may redirect to it.
 */
export type ShownCampaign = CampaignData & {
  readonly path: string
  readonly canonicalUrl: string
  readonly url: string
  /** Null for a fundraiser. */
  readonly hosted: (HostedLook & { readonly theme: PageTheme }) | null
}

/** Loads the page of a fundraiser. A hosted page has its own URL. */
export async function loadFundraiser(
  frame: RenderContext,
  slug: string,
  { search, searchParams }: URL,
): Promise<ShownCampaign> {
  const loaded = await loadCampaign(frame, slug, searchParams)
  const root = loaded.campaign.parents.at(-1)
  if (root) return withParent(frame, loaded, root)
  if (loaded.campaign.kind !== 'hosted-page') {
    const path = `/v4/campaign/${encodeURIComponent(loaded.campaign.slug)}`
    const url = shareUrl(frame.origin, loaded.campaign.slug)
    return { ...loaded, path, canonicalUrl: frame.origin + path, url, hosted: null }
  }
  const { organization, slug: own } = loaded.campaign
  throw redirect(`/pages/${encodeURIComponent(organization.slug)}/${encodeURIComponent(own)}${search}`)
}

/**
 * Loads a supporter's or team's page. Below a hosted page it has that page's colours and its charity's logo and links.
 */
async function withParent(
  frame: RenderContext,
  loaded: CampaignData,
  root: CampaignData['campaign']['parents'][number],
): Promise<ShownCampaign> {
  const { slug, organization } = loaded.campaign
  const address = { subdomain: organization.slug, slug: root.slug }
  const page =
    root.kind === 'hosted-page'
      ? await frame.api('GET /v4/organizations/:subdomain/hosted-pages/:slug', address)
      : undefined
  const path = `/v4/campaign/${encodeURIComponent(slug)}`
  return {
    ...loaded,
    // Related fundraisers would distract from the one that the page supports.
    campaign: { ...loaded.campaign, related: [] },
    path,
    canonicalUrl: frame.origin + path,
    url: shareUrl(frame.origin, slug),
    hosted: page ? hostedLook(page, organization) : null,
  }
}

/** Returns the look of a hosted page: colours, logo and links of its charity. */
export function hostedLook(
  { settings }: Json<HostedPageView>,
  organization: CampaignData['campaign']['organization'],
): NonNullable<ShownCampaign['hosted']> {
  const { logo, logoAlt, primaryColor, secondaryColor, socialLinks, listed } = settings
  return {
    theme: pageTheme(primaryColor, secondaryColor),
    name: organization.name,
    nameAr: organization.nameAr,
    subdomain: organization.slug,
    logo: logo && `${logo}&w=480`,
    logoAlt,
    links: socialNames.flatMap((name) => (socialLinks[name] ? [{ name, href: socialLinks[name] }] : [])),
    isListed: listed,
  }
}

/** Loads the data of a campaign page. `query`: of its URL. */
export async function loadCampaign(frame: RenderContext, slug: string, query: URLSearchParams) {
  const { api, origin } = frame
  const order = query.get('donors') === 'top' ? ('top' as const) : ('newest' as const)
  const campaign = await api('GET /v4/campaign-pages/:slug', { slug })
  const isSupported = campaign.takesSupporters || campaign.supporterCount > 0 || campaign.kind === 'team'
  const supportersLimit = Math.min(60, Math.max(12, Number(/^\d{1,2}$/.exec(query.get('supporters') ?? '')?.[0] ?? 0)))
  const [page, words, favourites, about, news, plans, zakat, supporters, paidOut] = await Promise.all([
    api('GET /v4/campaigns/:campaignId/donors', {
      campaignId: campaign.id,
      order,
      before: query.get('before')?.slice(0, 80),
    }),
    wordsUpTo(api, campaign.id, wordsAsked(query.get('words'))),
    loadFavourites(frame, [campaign.id]),
    convertForDisplay(frame, campaign.currency, [
      campaign.totals.raised,
      ...(campaign.goal === null ? [] : [campaign.goal]),
      ...campaign.levels.map((level) => level.amount),
    ]),
    query.get('news') === 'all' ? api('POST /api/projectapi/timeline', { slug }) : undefined,
    plansOffered(frame, campaign.id),
    campaign.zakatVerified ? api('GET /v4/campaigns/:campaignId/zakat-totals', { campaignId: campaign.id }) : undefined,
    isSupported
      ? api('GET /v4/campaigns/:campaignId/supporters', { campaignId: campaign.id, limit: supportersLimit })
      : null,
    api('GET /v4/campaigns/:campaignId/payout-totals', { campaignId: campaign.id }),
  ])
  const items = news
    ? news.timeline.flatMap(({ id, kind, title, body, date, author }) =>
        kind === 'news' ? [{ id, title, body, author, publishedAt: date }] : [],
      )
    : campaign.news.items
  return {
    campaign: { ...campaign, news: { ...campaign.news, items }, related: campaign.related.map(cardOf) },
    registration: registrationText(
      campaign.organization.registration,
      frame.locale,
      catalogueOf('causes/registrations', frame.locale),
    ),
    donors: { ...page, order },
    supporters,
    words,
    plans: plans.filter(({ isOnPage }) => isOnPage).map(({ frequency }) => frequency),
    // A hosted page may accept recurring donations only.
    takesBasket:
      (campaign.frequencies?.includes('onetime') ?? true) && (campaign.paymentMethods?.includes('card') ?? true),
    takesOnce: campaign.frequencies?.includes('onetime') ?? true,
    zakatTotals: zakat?.totals.filter(({ received }) => received > 0) ?? [],
    money: publicMoney(paidOut.totals, frame.locale, `/ledger/campaigns/${campaign.id}`),
    origin,
    about,
    isFavourite: favourites.length > 0,
    quick: quickAmounts(campaign.currency).map(wholeMajor),
    first: wholeMajor(defaultAmount(campaign.currency)),
    source: parseCheckoutQuery(query).src ?? null,
    code: codeOfQuery(query) ?? null,
  }
}

/** Returns only what a card shows of a related fundraiser, because the page is sent with its data. */
function cardOf(related: Card): Card {
  const { id, slug, name, imageUrl, organizationName, organizationNameAr, location, language } = related
  const { pledgeAmount, goal, currencyCode, fundedPercentage, donorCount, daysLeft, zakatApproved, status } = related
  const text = { id, slug, name, imageUrl, organizationName, organizationNameAr, location, language }
  return { ...text, pledgeAmount, goal, currencyCode, fundedPercentage, donorCount, daysLeft, zakatApproved, status }
}

const wholeMajor = (amount: Money): string => toMajor(amount).replace(/\.0+$/, '')

/** Returns how many words of support to show: the first few, or up to the position in the URL without JavaScript. */
const wordsAsked = (text: string | null): number =>
  Math.min(100_000, Math.max(wordsShown, Number(/^\d{1,6}$/.exec(text ?? '')?.[0] ?? 0)))
const wordsShown = 5

async function wordsUpTo(api: ServerApi, campaignId: string, count: number) {
  const ask = async (from: number) => ({
    from,
    ...(await api('GET /v4/campaigns/:campaignId/comments', { campaignId, limit: Math.min(50, count), offset: from })),
  })
  const words = await ask(Math.max(0, count - 50))
  // Words of support may have been deleted since the link was rendered.
  return words.comments.length === 0 && words.from > 0 ? ask(0) : words
}

export type CampaignData = Awaited<ReturnType<typeof loadCampaign>>
