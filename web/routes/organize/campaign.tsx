import { Outlet } from 'react-router'
import { hasSection, organizeSections, sectionLabel } from '#web/features/organizers/fundraising/sections.ts'
import { type MessageKey, useText } from '#web/lib/text.tsx'
import { SideNav } from '#web/ui/side-nav.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import '#web/styles/kit/side-nav.css'
import { loadPage } from '#web/kit/load-page.ts'
import type { Route } from './+types/campaign'
import { organizeNamespaces, type Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = organizeNamespaces

/** The layout of a fundraiser's organizer pages; 404 for everyone else. */
export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, params }) => {
    const { campaignId } = params
    const campaign = await api('GET /v4/campaigns/:campaignId/running', { campaignId })
    const isUnpublished = campaign.kind === 'fundraiser' && campaign.status === 0 && campaign.acts.includes('state')
    const check = isUnpublished ? await api('POST /api/projectadmin/requirementsCheck', { id: campaignId }) : undefined
    return { ...campaign, label: labelOf(campaign, check?.state) }
  })

/** Returns the text for a campaign's state. One that isn't public yet may be a draft or wait for a review. */
function labelOf({ status, hasEnded }: { status: number; hasEnded: boolean }, state: string | undefined): MessageKey {
  if (hasEnded) return 'organize.ended'
  if (status !== 0) return `organize.status-${status}` as MessageKey
  if (state === undefined) return 'organize.not-public'
  return state === 'review' ? 'fundraising.state-review' : 'organize.status-0'
}

export default function OrganizeCampaign({ loaderData: campaign }: Route.ComponentProps) {
  const t = useText()
  const root = `/organize/${campaign.id}`
  const mine = organizeSections.filter(
    (section) => campaign.acts.includes(section.act) && hasSection(section, campaign.kind),
  )
  return (
    <SideNav
      label={t('organize.nav')}
      root={root}
      links={mine.map((section) => ({
        path: `${root}${section.path}`,
        label: t(sectionLabel(section, campaign.kind)),
        group: section.group && t(section.group),
      }))}
    >
      <p className="account-head">
        <span className="strong" lang={campaign.language} dir="auto">
          {campaign.title}
        </span>{' '}
        <Badge look={campaign.status === 1 && !campaign.hasEnded ? 'brand' : 'accent'}>{t(campaign.label)}</Badge>{' '}
        {campaign.status === 0 ? null : (
          <a href={`/v4/campaign/${encodeURIComponent(campaign.slug)}`}>{t('organize.public-page')}</a>
        )}
      </p>
      <Outlet />
    </SideNav>
  )
}
