import '../../../styles/causes/section.css'
import '../../../styles/causes/campaign-card.css'
import '../../../styles/causes/campaign.css'
import '../../../styles/kit/segments.css'
import '../../../styles/causes/donate.css'
import '../../../styles/causes/story.css'
import '../../../styles/causes/share.css'
import '../../../styles/organizers/comment.css'
import '../../../styles/causes/heart.css'
import { lazy, Suspense, useRef } from 'react'
import { renderContext, type ServerApi } from '#server/pages/render-context.ts'
import { type Money, toMajor } from '#shared/money.ts'
import type { CampaignPage as CampaignPageData } from '#modules/causes/campaigns/contract.ts'
import { shareUrl } from '#modules/causes/campaigns/rules/share.ts'
import { defaultAmount, quickAmounts } from '#modules/money/giving/rules/amounts.ts'
import { parseCheckoutQuery } from '#modules/money/giving/rules/query-parameters.ts'
import { codeOfQuery } from '#modules/organizers/referrals/rules/new-code.ts'
import { AddToBasket } from '../../../features/money/baskets/add-to-basket.tsx'
import {
  checkoutUrl,
  ClosedNow,
  DonateButton,
  useOpening,
} from '../../../features/causes/campaigns/donate/donate-button.tsx'
import { CountView } from '../../../features/causes/campaigns/count-view.tsx'
import { DonateBar } from '../../../features/causes/campaigns/donate/donate-bar.tsx'
import { asJsonLd, structuredData } from '../../../features/causes/campaigns/structured-data.ts'
import { found } from '../../../lib/found.ts'
import { approximate } from '../../../lib/approximate.ts'
import { favouritesOf } from '../../../lib/favourites.ts'
import { plansOffered } from '../../plans/offered.ts'
import { useLocale } from '../../../lib/text.tsx'
import type { Route } from './+types/campaign'
import { CampaignHead } from './campaign-head.tsx'
import { CampaignSide, goalTexts, Raised } from './campaign-side.tsx'

/** Below the first screen: rendered on the server and hydrated a moment later, so that the first screen is faster. */
const CampaignDetails = lazy(() =>
  import('../../../features/causes/campaigns/campaign-details.tsx').then((part) => ({ default: part.CampaignDetails })),
)
const PublicZakatTotals = lazy(() =>
  import('../../../features/faith/zakat/distribution/public-zakat-totals.tsx').then((part) => ({
    default: part.PublicZakatTotals,
  })),
)
const Related = lazy(() =>
  import('../../../features/causes/campaigns/campaign-details.tsx').then((part) => ({ default: part.Related })),
)
const WordsOfSupport = lazy(() =>
  import('../../../features/organizers/comments/words-of-support.tsx').then((part) => ({
    default: part.WordsOfSupport,
  })),
)

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const frame = context.get(renderContext)
  const { api, origin } = frame
  const asked = new URL(request.url).searchParams
  const order = asked.get('donors') === 'top' ? ('top' as const) : ('newest' as const)
  return found(async () => {
    const campaign = await api('GET /v4/campaign-pages/:slug', { slug: params.slug })
    const [page, words, favourites, about, news, plans, zakat] = await Promise.all([
      api('GET /v4/campaigns/:campaignId/donors', {
        campaignId: campaign.id,
        order,
        before: asked.get('before')?.slice(0, 80),
      }),
      wordsUpTo(api, campaign.id, wordsAsked(asked.get('words'))),
      favouritesOf(frame, [campaign.id]),
      approximate(frame, campaign.currency, [
        campaign.totals.raised,
        ...(campaign.goal === null ? [] : [campaign.goal]),
        ...campaign.levels.map((level) => level.amount),
      ]),
      asked.get('news') === 'all' ? api('POST /api/projectapi/timeline', { slug: params.slug }) : undefined,
      plansOffered(frame, campaign.id),
      campaign.zakatVerified
        ? api('GET /v4/campaigns/:campaignId/zakat-totals', { campaignId: campaign.id })
        : undefined,
    ])
    const items = news
      ? news.timeline.flatMap(({ id, kind, title, body, date, author }) =>
          kind === 'news' ? [{ id, title, body, author, publishedAt: date }] : [],
        )
      : campaign.news.items
    return {
      campaign: { ...campaign, news: { ...campaign.news, items } },
      donors: { ...page, order },
      words,
      plans: plans.filter(({ isOnPage }) => isOnPage).map(({ frequency }) => frequency),
      zakatTotals: zakat?.totals.filter(({ received }) => received > 0) ?? [],
      origin,
      about,
      isFavourite: favourites.length > 0,
      quick: quickAmounts(campaign.currency).map(wholeMajor),
      first: wholeMajor(defaultAmount(campaign.currency)),
      source: parseCheckoutQuery(asked).src ?? null,
      code: codeOfQuery(asked) ?? null,
    }
  })
}

const wholeMajor = (amount: Money): string => toMajor(amount).replace(/\.0+$/, '')

/** The first few, or up to the position requested without JavaScript: the last fifty of those. */
const wordsAsked = (text: string | null): number =>
  Math.min(100_000, Math.max(wordsShown, Number(/^\d{1,6}$/.exec(text ?? '')?.[0] ?? 0)))
const wordsShown = 5

async function wordsUpTo(api: ServerApi, campaignId: string, count: number) {
  const ask = async (from: number) => ({
    from,
    ...(await api('GET /v4/campaigns/:campaignId/comments', { campaignId, limit: Math.min(50, count), offset: from })),
  })
  const words = await ask(Math.max(0, count - 50))
  // There may be fewer than when the link was made.
  return words.comments.length === 0 && words.from > 0 ? ask(0) : words
}

/** Rendered on the server only: browsers keep the document's content and load no code for it. */
const jsonLdOf = (campaign: CampaignPageData, origin: string): string =>
  import.meta.env.SSR ? asJsonLd(structuredData(campaign, origin)) : ''

export default function CampaignPage({ loaderData }: Route.ComponentProps) {
  const { campaign, donors, origin, about, source, code } = loaderData
  const locale = useLocale()
  const opening = useOpening(campaign)
  const isOpen = opening.closed === null
  const main = useRef<HTMLDivElement>(null)
  const href = checkoutUrl({ slug: campaign.slug, origin, source, code })
  const url = shareUrl(origin, campaign.slug)
  const { goal, toGo } = goalTexts(campaign, isOpen, locale)
  const hrefWith = (query: Readonly<Record<string, string>>, section: string) => {
    const text = new URLSearchParams({
      ...query,
      ...(source ? { src: source } : {}),
      ...(code ? { code } : {}),
    }).toString()
    return `/v4/campaign/${encodeURIComponent(campaign.slug)}${text ? `?${text}` : ''}#${section}`
  }
  return (
    <div className="page">
      <title>{campaign.title}</title>
      <meta name="description" content={campaign.tagline} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={campaign.title} />
      <meta property="og:description" content={campaign.tagline} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={`${origin}${campaign.previewImageUrl}`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={campaign.imageAlt || campaign.title} />
      <meta name="twitter:card" content="summary_large_image" />
      <script
        type="application/ld+json"
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: jsonLdOf(campaign, origin) }}
      />
      <div className="campaign-page">
        <div className="stack-lg">
          <div className="campaign-page-picture">
            <img
              src={`${campaign.imageUrl}&w=960`}
              srcSet={[480, 960, 1600].map((width) => `${campaign.imageUrl}&w=${width} ${width}w`).join(', ')}
              sizes="(min-width: 56.25rem) 46rem, 100vw"
              alt={campaign.imageAlt}
              width="960"
              height="540"
              fetchPriority="high"
            />
          </div>
          <CampaignHead campaign={campaign} />
        </div>
        <CampaignSide
          loaderData={loaderData}
          opening={opening}
          href={href}
          goal={goal}
          toGo={toGo}
          url={url}
          main={main}
        />
        <Suspense>
          <CampaignDetails
            campaign={campaign}
            isOpen={isOpen}
            about={about}
            donors={donors}
            wordsTotal={loaderData.words.total}
            zakat={loaderData.zakatTotals.length > 0 ? <PublicZakatTotals totals={loaderData.zakatTotals} /> : null}
            words={
              <Suspense>
                <WordsOfSupport
                  campaignId={campaign.id}
                  slug={campaign.slug}
                  first={loaderData.words}
                  from={loaderData.words.from}
                  hrefOf={(count) => hrefWith({ words: String(count) }, 'words')}
                />
              </Suspense>
            }
            hrefWith={hrefWith}
            levelHref={(levelId) => checkoutUrl({ slug: campaign.slug, origin, source, code, levelId })}
            besideLevel={(level) => (
              <AddToBasket
                slug={campaign.slug}
                campaignId={campaign.id}
                source={source}
                code={code}
                name={level.title}
                start={() => ({ levelId: level.id })}
              />
            )}
          />
        </Suspense>
      </div>
      {campaign.related.length > 0 ? (
        <Suspense>
          <Related
            cards={campaign.related}
            isOpen={isOpen}
            source={source ?? 'related'}
            action={(card) => (
              <AddToBasket slug={card.slug} campaignId={card.id} name={card.name} source={source ?? 'related'} isWide />
            )}
          />
        </Suspense>
      ) : null}
      {isOpen ? (
        <DonateBar of={main}>
          <span className="strong">
            <Raised campaign={campaign} goal={goal} toGo={toGo} />
          </span>
          <DonateButton opening={opening} href={href} isWide={false} />
        </DonateBar>
      ) : null}
      <ClosedNow wasOpen={campaign.open} closed={opening.closed} />
      <CountView slug={campaign.slug} />
    </div>
  )
}
