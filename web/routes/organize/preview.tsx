import '#web/features/causes/campaigns/styles/campaign.css'
import '#web/features/causes/campaigns/styles/story.css'
import '#web/features/organizers/organizing/organize.css'
import '#web/features/organizers/fundraising/styles/preview.css'
import { FundraiserPreview, previewLevels } from '#web/features/organizers/fundraising/preview.tsx'
import { PageTitle } from '#web/features/organizers/organizing/page-title.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/preview'

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, params }) => {
    const { campaignId } = params
    const [draft, { levels }] = await Promise.all([
      api('GET /v4/campaigns/:campaignId/draft', { campaignId }),
      api('GET /v4/campaigns/:campaignId/levels', { campaignId }),
    ])
    return { draft, levels }
  })

/** A preview of the whole page; works without JavaScript. */
export default function OrganizePreview({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const { draft, levels } = loaderData
  return (
    <>
      <PageTitle section={t('fundraising.preview')} />
      <div className="page-head">
        <div className="stack">
          <h1>{t('fundraising.preview')}</h1>
          <p className="quiet">{t('fundraising.preview-lead')}</p>
        </div>
        <a className="button button-quiet" href={`/organize/${draft.campaignId}/edit`}>
          {t('fundraising.edit')}
        </a>
      </div>
      <div className="preview" data-width="desktop">
        <div className="preview-frame">
          <FundraiserPreview draft={{ ...draft, levels: previewLevels(levels) }} />
        </div>
      </div>
    </>
  )
}
