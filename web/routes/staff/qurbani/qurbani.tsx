import '../../../styles/organizers/table.css'
import '../../../styles/faith/qurbani-items.css'
import '../../../styles/trust/desk.css'
import { renderContext } from '#server/pages/render-context.ts'
import { itemCalls } from '../../organize/qurbani/item-calls.ts'
import { copyItems, itemAddress, loadItems, withQuery } from '../../organize/qurbani/item-pages.ts'
import { ItemsOfYear } from '../../../features/faith/qurbani/items/items-of-year.tsx'
import { postedForm } from '../../../lib/posted-form.ts'
import { useText } from '../../../lib/text.tsx'
import { theirs } from '../../../lib/theirs.ts'
import { TextInput } from '../../../ui/field.tsx'
import type { Route } from './+types/qurbani'
import { findStaffCampaign } from './staff-campaign.ts'

const root = '/staff/qurbani'

export async function loader({ context, request }: Route.LoaderArgs) {
  const frame = context.get(renderContext)
  const query = new URL(request.url).searchParams
  const typed = (query.get('campaign') ?? '').slice(0, 600)
  const campaign = await findStaffCampaign(frame, typed)
  // Without a fundraiser the call is made all the same: the page is for reviewers alone.
  const calls = itemCalls(frame.api, 'staff', { campaignId: campaign?.id ?? '0' })
  const loaded = await theirs(frame.viewer, request, async () => {
    if (campaign) return loadItems(frame, calls, query)
    await calls.list(undefined).catch((error: { status?: number; class?: string }) => {
      if (error.class !== 'not-found') throw error
    })
    return null
  })
  return { typed, campaign, loaded }
}

/** A plain form: copies the items of the year before. */
export async function action({ context, request }: Route.ActionArgs) {
  const frame = context.get(renderContext)
  const campaign = await findStaffCampaign(frame, new URL(request.url).searchParams.get('campaign') ?? '')
  if (!campaign) throw new Response(null, { status: 404 })
  const calls = itemCalls(frame.api, 'staff', { campaignId: campaign.id })
  return copyItems(frame, calls, await postedForm(request), withQuery(root, { campaign: campaign.slug }))
}

/** The qurbani items of any fundraiser, for reviewers. */
export default function StaffQurbani({ loaderData: { typed, campaign, loaded }, actionData }: Route.ComponentProps) {
  const t = useText()
  return (
    <>
      <title>{campaign ? `${t('qurbani-items.page')} – ${campaign.title}` : t('qurbani-items.page')}</title>
      <div className="stack">
        <h1>{t('qurbani-items.page')}</h1>
        <p className="quiet">{t('qurbani-items.staff-lead')}</p>
      </div>
      <form method="get" className="desk-add" action={root}>
        <TextInput
          id="campaign"
          label={t('qurbani-items.campaign')}
          defaultValue={typed}
          error={typed !== '' && !campaign ? t('qurbani-items.campaign-missing') : undefined}
          maxLength={600}
          autoComplete="off"
          dir="ltr"
        />
        <button className="button button-quiet">{t('qurbani-items.show')}</button>
      </form>
      {campaign && loaded ? (
        <section className="stack-lg" aria-labelledby="campaign-title">
          <h2 id="campaign-title" dir="auto">
            <a href={`/v4/campaign/${campaign.slug}`}>{campaign.title}</a>
          </h2>
          <ItemsOfYear
            loaded={loaded}
            addressOf={(to) => withQuery(itemAddress(root, to), { campaign: campaign.slug })}
            problem={actionData?.refused.message}
          />
        </section>
      ) : null}
    </>
  )
}
