import '#web/features/causes/campaigns/styles/section.css'
import '#web/features/causes/campaigns/styles/campaign-card.css'
import '#web/features/causes/campaigns/styles/campaign.css'
import '#web/features/causes/campaigns/styles/donate.css'
import '#web/features/causes/campaigns/styles/story.css'
import '#web/features/causes/campaigns/styles/share.css'
import '#web/features/organizers/comments/comment.css'
import '#web/features/causes/favourites/styles/heart.css'
import { lazy, Suspense, useRef } from 'react'
import { renderContext } from '#server/pages/render-context.ts'
import { AddToBasket } from '#web/features/money/baskets/add-to-basket.tsx'
import {
  checkoutUrl,
  ClosedNow,
  DonateButton,
  useOpening,
} from '#web/features/causes/campaigns/donate/donate-button.tsx'
import { CountView } from '#web/features/causes/campaigns/count-view.tsx'
import { DonateBar } from '#web/features/causes/campaigns/donate/donate-bar.tsx'
import { asJsonLd, structuredData } from '#web/features/causes/campaigns/structured-data.ts'
import { useLocale } from '#web/lib/text.tsx'
import { findOr404, redirectIfMoved } from '#web/lib/find-or-404.ts'
import type { Route } from './+types/campaign'
import { loadFundraiser, type ShownCampaign } from './campaign-data.ts'
import { CampaignHead } from './campaign-head.tsx'
import { CampaignSide, goalTexts, Raised } from './campaign-side.tsx'

import { loadHostedPage } from './hosted-page-data.ts'
import { campaignNamespaces, type NamespacesOf } from '#web/lib/namespace-lists.ts'

export const namespaces: NamespacesOf = ({ subdomain }) =>
  subdomain === undefined ? campaignNamespaces : ['organizers/hosted-page', ...campaignNamespaces]

/** Loads a fundraiser or a hosted page (pages-10). */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const frame = context.get(renderContext)
  const url = new URL(request.url)
  const { subdomain, slug } = params
  return findOr404(
    () =>
      subdomain === undefined ? loadFundraiser(frame, slug, url) : loadHostedPage(frame, { subdomain, slug }, url),
    () => redirectIfMoved(frame, request, subdomain ?? slug),
  )
}

/**
 * The part below the first screen, rendered on the server and hydrated later, so that the first screen is interactive
 * sooner.
 */
const CampaignDetails = lazy(() =>
  import('#web/features/causes/campaigns/campaign-details.tsx').then((part) => ({ default: part.CampaignDetails })),
)
const PublicZakatTotals = lazy(() =>
  import('#web/features/faith/zakat/distribution/public-zakat-totals.tsx').then((part) => ({
    default: part.PublicZakatTotals,
  })),
)
const Related = lazy(() =>
  import('#web/features/causes/campaigns/campaign-details.tsx').then((part) => ({
    default: part.RelatedFundraisers,
  })),
)
const WordsOfSupport = lazy(() =>
  import('#web/features/organizers/comments/words-of-support.tsx').then((part) => ({
    default: part.WordsOfSupport,
  })),
)

/** Rendered on the server only, so that browsers load no code for it. */
const jsonLdOf = ({ campaign, origin, path, url }: ShownCampaign): string =>
  import.meta.env.SSR ? asJsonLd(structuredData(campaign, origin, path.startsWith('/pages/') ? url : undefined)) : ''

/** What networks show of a shared link. Rendered on the server only: React leaves them in the document's head. */
const ShareTags = ({ campaign, origin, url }: Pick<ShownCampaign, 'campaign' | 'origin' | 'url'>) => (
  <>
    <meta property="og:type" content="website" />
    <meta property="og:title" content={campaign.title} />
    <meta property="og:description" content={campaign.tagline} />
    <meta property="og:url" content={url} />
    <meta property="og:image" content={`${origin}${campaign.previewImageUrl}`} />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content={campaign.imageAlt || campaign.title} />
    <meta name="twitter:card" content="summary_large_image" />
  </>
)

/** Loaded by hosted pages only. */
const HostedPageFrame = lazy(() =>
  import('#web/features/organizers/hosted-pages/hosted-page-frame.tsx').then((part) => ({
    default: part.HostedPageFrame,
  })),
)
const Supporters = lazy(() =>
  import('#web/features/organizers/supporter-pages/supporters.tsx').then((part) => ({ default: part.Supporters })),
)
const MissingPage = lazy(() =>
  import('#web/features/organizers/hosted-pages/missing-page.tsx').then((part) => ({ default: part.MissingPage })),
)

export default function CampaignPage({ loaderData }: Route.ComponentProps) {
  if (!('missing' in loaderData)) return <CampaignView loaderData={loaderData} />
  return (
    <Suspense>
      <MissingPage {...loaderData.missing} />
    </Suspense>
  )
}

function CampaignView({ loaderData }: { readonly loaderData: ShownCampaign }) {
  const { campaign, donors, origin, about, source, code, path, canonicalUrl, url, hosted } = loaderData
  const locale = useLocale()
  const opening = useOpening(campaign)
  const isOpen = opening.closed === null
  const main = useRef<HTMLDivElement>(null)
  const href = checkoutUrl({ slug: campaign.slug, origin, source, code })
  const { goal, toGo } = goalTexts(campaign, isOpen, locale)
  const hrefWith = (query: Readonly<Record<string, string>>, section: string) => {
    const text = new URLSearchParams({
      ...query,
      ...(source ? { src: source } : {}),
      ...(code ? { code } : {}),
    }).toString()
    return `${path}${text ? `?${text}` : ''}#${section}`
  }
  return (
    <div className={hosted ? 'page hosted-page' : 'page'} style={hosted?.theme}>
      <title>{campaign.title}</title>
      <meta name="description" content={campaign.tagline} />
      {import.meta.env.SSR ? <ShareTags campaign={campaign} origin={origin} url={canonicalUrl} /> : null}
      <script
        type="application/ld+json"
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: jsonLdOf(loaderData) }}
      />
      {hosted ? (
        <Suspense>
          <HostedPageFrame url={canonicalUrl} {...hosted} />
        </Suspense>
      ) : null}
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
            supporters={
              loaderData.supporters ? (
                <Supporters pages={loaderData.supporters} {...{ campaign, origin, hrefWith }} />
              ) : null
            }
            zakat={loaderData.zakatTotals.length > 0 ? <PublicZakatTotals totals={loaderData.zakatTotals} /> : null}
            money={loaderData.money}
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
            levelHref={({ id: levelId, frequency = null }) =>
              checkoutUrl({ slug: campaign.slug, origin, source, code, levelId, frequency })
            }
            besideLevel={(level) =>
              loaderData.takesBasket && (level.frequency ?? 'onetime') === 'onetime' ? (
                <AddToBasket
                  slug={campaign.slug}
                  campaignId={campaign.id}
                  source={source}
                  code={code}
                  name={level.title}
                  start={() => ({ levelId: level.id })}
                />
              ) : null
            }
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
        <DonateBar form={main}>
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
