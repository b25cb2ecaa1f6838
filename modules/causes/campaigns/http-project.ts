import { ascending } from '#shared/collections.ts'
import { type FlagPorts, flag } from '#modules/platform/flags/index.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import { answer, type Handlers } from '#shared/endpoint.ts'
import { toMajor } from '#shared/money.ts'
import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { getPublicCampaign } from './campaign-for-donation.ts'
import type { projectContract } from './contract-project.ts'
import { countView } from './count-view.ts'
import { findCampaignPage, findTimeline, type PageRow } from './queries/page.ts'
import { campaignStats } from './stats.ts'
import { parseShareFigure, shareImageUrl, shareLinks, shareUrl } from './rules/share.ts'
import { zakatPolicyUrl, type ZakatCategory } from './rules/zakat.ts'
import { detailsOf, newsOf, projectOf, projectRewardsOf, shareDataOf } from './views.ts'

export type ProjectPorts = FlagPorts & {
  readonly origin: string
  /** Returns the public addresses of the hosted pages among these campaigns, by campaign (pages-11). */
  readonly hostedPageAddresses: (campaignIds: readonly bigint[]) => Promise<ReadonlyMap<bigint, string>>
}

/** How long browsers may cache the zakat status (S2 §9). */
const zakatKeptSeconds = 120

const notFound = () => new Problem('not-found', 'campaign-not-found')

async function pageBySlug(ports: Ports, slug: string): Promise<PageRow> {
  const row = await findCampaignPage(ports, slug)
  if (!row) throw notFound()
  return row
}

/** Returns the URL to share: a hosted page's public address, otherwise the platform's short URL. */
const sharedAddress = async (
  ports: ProjectPorts,
  { id, slug }: { readonly id: bigint; readonly slug: string },
): Promise<string> => (await ports.hostedPageAddresses([id])).get(id) ?? shareUrl(ports.origin, slug)

export const projectHandlers: Handlers<typeof projectContract, ProjectPorts, Viewer> = {
  'POST /api/projectapi/view': async ({ app, context, input }) => {
    const row = await pageBySlug(app, input.slug)
    await countView(app, row.id, { ...context, query: input.query, from: input.from })
    return detailsOf(row, app.clock())
  },
  'GET /api/projectapi/campaign': async ({ app, input }) => detailsOf(await pageBySlug(app, input.slug), app.clock()),
  'POST /api/projectapi/projectSocialMedia': async ({ app, input }) => {
    const row = await pageBySlug(app, input.slug)
    return {
      title: row.name,
      description: row.tagline,
      image: `${app.origin}${shareImageUrl('link', shareDataOf(row))}`,
      url: await sharedAddress(app, row),
    }
  },
  'POST /api/projectapi/statsPanel': async ({ app, input }) =>
    campaignStats(app, await getPublicCampaign(app, BigInt(input.id))),
  'POST /api/projectapi/timeline': async ({ app, input }) => {
    const found = await findTimeline(app, input.slug)
    if (!found) throw notFound()
    const { startedAt, endsAt } = found
    const moment = (kind: 'started' | 'ended', instant: Date) => ({
      id: kind,
      kind,
      title: '',
      body: [],
      date: instant,
      author: null,
    })
    return {
      timeline: [
        ...(endsAt && endsAt <= app.clock() ? [moment('ended', endsAt)] : []),
        ...found.news
          .map(newsOf)
          .map(({ publishedAt, ...news }) => ({ ...news, kind: 'news' as const, date: publishedAt })),
        moment('started', startedAt),
      ].sort((a, b) => ascending(b.date.getTime(), a.date.getTime())),
    }
  },
  'POST /api/projectapi/shareInfo': async ({ app, input }) => {
    const campaign = await getPublicCampaign(app, BigInt(input.id))
    const { name } = campaign
    const url = await sharedAddress(app, campaign)
    const claim = parseShareFigure(await flag(app, 'share-could-raise'))
    return {
      url,
      title: name,
      links: shareLinks(url, name),
      couldRaise: claim
        ? { amount: toMajor(claim.amount), currency: claim.amount.currency, source: claim.source }
        : null,
    }
  },
  'GET /api/projectapi/instagramShare': async ({ app, input }) => {
    const shareData = shareDataOf(await pageBySlug(app, input.slug))
    return { story: shareImageUrl('story', shareData), post: shareImageUrl('post', shareData) }
  },
  'GET /api/projectapi/zakat': async ({ app, input }) => {
    const row = await pageBySlug(app, input.slug)
    return answer(
      {
        zakatVerified: row.zakatVerified,
        categories: row.zakatVerified ? (row.zakatCategories as ZakatCategory[]) : [],
        policyUrl: zakatPolicyUrl(await flag(app, 'zakat-policy-url')),
      },
      { headers: { 'cache-control': `private, max-age=${zakatKeptSeconds}` } },
    )
  },
  'GET /api/projectapi/donationDetails/:id': async ({ app, input }) => {
    const campaign = await getPublicCampaign(app, BigInt(input.id))
    return { ...projectOf(campaign, app.clock()), Rewards: projectRewardsOf(campaign) }
  },
}
