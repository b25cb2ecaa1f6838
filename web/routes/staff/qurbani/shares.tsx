import '#web/features/organizers/organizing/table.css'
import '#web/features/faith/qurbani/qurbani-shares.css'
import { loadPage } from '#web/kit/load-page.ts'
import { shareData } from '#web/features/faith/qurbani/shares/share-data.ts'
import { ShareCounts, ShareDownloads, SharesByAnimal } from '#web/features/faith/qurbani/shares/share-list.tsx'
import { SharesHeading, SharesNotice } from '#web/features/faith/qurbani/shares/shares-heading.tsx'
import { useText } from '#web/lib/text.tsx'
import { withQuery } from '#shared/pages/with-query.ts'
import { itemAddress } from '#web/routes/organize/qurbani/item-pages.ts'
import type { Route } from './+types/shares'
import { findStaffCampaign } from './staff-campaign.ts'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['faith/qurbani-fulfilment', 'faith/faults']

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ params: { itemId }, query, ...frame }) => {
    const after = /^\d{1,6}$/.exec(query.get('after') ?? '')?.[0] ?? '0'
    const campaign = await findStaffCampaign(frame, query.get('campaign') ?? '')
    if (!campaign) throw new Response(null, { status: 404 })
    const calls = { campaignId: campaign.id, itemId }
    const list = await frame.api('GET /v4/staff/campaigns/:campaignId/qurbani-shares/:itemId', { ...calls, after })
    return { ...calls, slug: campaign.slug, ...shareData(list, frame.locale, frame.now()) }
  })

/** The shares of any fundraiser's item with their downloads, for reviewers (qurbani-10). */
export default function StaffQurbaniShares({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const { list, slug, campaignId, itemId, days } = loaderData
  return (
    <>
      <title>{t('qurbani-shares.title')}</title>
      <SharesHeading
        facts={loaderData}
        back={withQuery(itemAddress('/staff/qurbani', { year: list.item.hijriYear }), { campaign: slug })}
      />
      <SharesNotice facts={loaderData} />
      <ShareCounts counts={list.counts} />
      <ShareDownloads
        base={`/v4/staff/campaigns/${campaignId}/qurbani-shares/${itemId}`}
        parts={list.pdfParts}
        isEmpty={list.counts.animals === 0}
      />
      <SharesByAnimal list={list} days={days} nextPage={(after) => withQuery('', { campaign: slug, after })} />
    </>
  )
}
