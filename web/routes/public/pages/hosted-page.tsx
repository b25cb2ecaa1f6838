import '../../../styles/causes/section.css'
import '../../../styles/causes/campaign-card.css'
import '../../../styles/causes/campaign.css'
import '../../../styles/kit/segments.css'
import '../../../styles/causes/donate.css'
import '../../../styles/causes/story.css'
import '../../../styles/causes/share.css'
import '../../../styles/organizers/comment.css'
import '../../../styles/causes/heart.css'
import '../../../styles/organizers/hosted-page.css'
import { redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { socialNames } from '#modules/organizers/hosted-pages/rules/page-content.ts'
import { readVideo } from '#modules/organizers/hosted-pages/rules/page-video.ts'
import { Film } from '../../../features/causes/campaigns/film.tsx'
import { PageBand } from '../../../features/organizers/hosted-pages/page-band.tsx'
import { PageTheme } from '../../../features/organizers/hosted-pages/page-theme.tsx'
import { found } from '../../../lib/found.ts'
import { useLocale, useText } from '../../../lib/text.tsx'
import { loadCampaign } from '../campaign/campaign-data.ts'
import { CampaignView } from '../campaign/campaign-view.tsx'
import type { Route } from './+types/hosted-page'

const addressOf = (subdomain: string, slug: string) =>
  `/pages/${encodeURIComponent(subdomain)}/${encodeURIComponent(slug)}`

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const frame = context.get(renderContext)
  const { search, searchParams } = new URL(request.url)
  return found(async () => {
    const page = await frame.api('GET /v4/organizations/:subdomain/hosted-pages/:slug', params)
    const campaign = await loadCampaign(frame, page.legacyCampaignSlug, searchParams)
    const { organization } = campaign.campaign
    const path = addressOf(organization.slug, page.slug)
    // A slug that the page had before leads to its address for ever (pages-2).
    if (page.slug !== params.slug || organization.slug !== params.subdomain) throw redirect(path + search, 301)
    const { logo, logoAlt, primaryColor, secondaryColor, socialLinks, listed } = page.settings
    return {
      campaign,
      path,
      url: page.url,
      video: page.video ? (readVideo(page.video) ?? null) : null,
      look: { logo: logo && `${logo}&w=480`, logoAlt, primaryColor, secondaryColor },
      links: socialNames.flatMap((name) => (socialLinks[name] ? [{ name, href: socialLinks[name] }] : [])),
      listed,
    }
  })
}

/** A charity's own page: the page of its campaign in its colours, with its logo, video and links. */
export default function HostedPage({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const locale = useLocale()
  const { campaign, path, url, video, look, links, listed } = loaderData
  const { organization } = campaign.campaign
  const name = (locale === 'ar' && organization.nameAr) || organization.name
  return (
    <PageTheme primary={look.primaryColor} secondary={look.secondaryColor}>
      <link rel="canonical" href={url} />
      {listed ? null : <meta name="robots" content="noindex" />}
      <div className="page">
        <PageBand
          name={name}
          href={`/organizations/${encodeURIComponent(organization.slug)}`}
          logo={look.logo}
          logoAlt={look.logoAlt}
        />
      </div>
      <CampaignView loaderData={campaign} path={path} url={url} />
      {video || links.length > 0 ? (
        <div className="page">
          <div className="hosted-page-more stack-lg">
            {video ? <Film {...video} /> : null}
            {links.length > 0 ? (
              <nav aria-label={t('hosted-page.links', { name: `\u2068${name}\u2069` })}>
                <ul className="hosted-page-links">
                  {links.map((link) => (
                    <li key={link.name}>
                      <a href={link.href} rel="noopener nofollow ugc">
                        {t(`hosted-page.${link.name}`)}
                      </a>
                    </li>
                  ))}
                </ul>
              </nav>
            ) : null}
          </div>
        </div>
      ) : null}
    </PageTheme>
  )
}
