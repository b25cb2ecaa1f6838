import '../../../styles/causes/section.css'
import '../../../styles/causes/campaign-card.css'
import '../../../styles/causes/campaign.css'
import '../../../styles/kit/segments.css'
import '../../../styles/causes/donate.css'
import '../../../styles/causes/story.css'
import '../../../styles/causes/share.css'
import '../../../styles/organizers/comment.css'
import '../../../styles/causes/heart.css'
import { redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { shareUrl } from '#modules/causes/campaigns/rules/share.ts'
import { found } from '../../../lib/found.ts'
import type { Route } from './+types/campaign'
import { loadCampaign } from './campaign-data.ts'
import { CampaignView } from './campaign-view.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const frame = context.get(renderContext)
  const { search, searchParams } = new URL(request.url)
  return found(async () => {
    const loaded = await loadCampaign(frame, params.slug, searchParams)
    if (loaded.campaign.kind !== 'hosted-page') return loaded
    // A hosted page has an address of its own.
    const subdomain = loaded.campaign.organization.slug
    const page = await frame.api('GET /v4/organizations/:subdomain/hosted-pages/:slug', {
      subdomain,
      slug: params.slug,
    })
    throw redirect(`/pages/${encodeURIComponent(subdomain)}/${encodeURIComponent(page.slug)}${search}`)
  })
}

export default function CampaignPage({ loaderData }: Route.ComponentProps) {
  const { campaign, origin } = loaderData
  return (
    <CampaignView
      loaderData={loaderData}
      path={`/v4/campaign/${encodeURIComponent(campaign.slug)}`}
      url={shareUrl(origin, campaign.slug)}
    />
  )
}
