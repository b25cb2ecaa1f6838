import '#web/features/organizers/organizing/organize.css'
import '#web/features/organizers/fundraising/styles/editor.css'
import { renderContext } from '#server/pages/render-context.ts'
import { itemCalls } from '#web/routes/organize/qurbani/item-calls.ts'
import { ItemEditor } from '#web/features/faith/qurbani/items/item-editor.tsx'
import { withQuery } from '#shared/pages/with-query.ts'
import { itemChoices, saveItem, storedItem, yearOf } from '#web/routes/organize/qurbani/item-pages.ts'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { useText } from '#web/lib/text.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import type { Route } from './+types/item'
import { findStaffCampaign } from './staff-campaign.ts'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['faith/qurbani-items', 'faith/faults']

const root = '/staff/qurbani'
const campaignOf = (request: Request): string => new URL(request.url).searchParams.get('campaign') ?? ''

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ params, query, ...frame }) => {
    const campaign = await findStaffCampaign(frame, campaignOf(args.request))
    if (!campaign) throw new Response(null, { status: 404 })
    const calls = itemCalls(frame.api, 'staff', { campaignId: campaign.id })
    const { hijriYear, items } = await calls.list(yearOf(query))
    const item = storedItem(items, params.itemId)
    return { campaign, item, hijriYear, currency: campaign.currency, choices: await itemChoices(frame) }
  })

export async function action({ context, params, request }: Route.ActionArgs) {
  const frame = context.get(renderContext)
  const campaign = await findStaffCampaign(frame, campaignOf(request))
  if (!campaign) throw new Response(null, { status: 404 })
  const calls = itemCalls(frame.api, 'staff', { campaignId: campaign.id })
  return saveItem(frame, calls, await formOfOwner({ context, request }), {
    itemId: params.itemId === 'new' ? undefined : params.itemId,
    currency: campaign.currency,
    here: withQuery(root, { campaign: campaign.slug }),
  })
}

/** Adds or edits a Qurbani item of any fundraiser. */
export default function StaffQurbaniItem({ loaderData, actionData, params }: Route.ComponentProps) {
  const t = useText()
  const { campaign, item, hijriYear } = loaderData
  const title = t(item ? 'qurbani-items.edit' : 'qurbani-items.add')
  const query = { campaign: campaign.slug, year: String(hijriYear) }
  return (
    <>
      <title>{actionData ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet" dir="auto">
          {campaign.title}
        </p>
      </div>
      <ItemEditor
        edited={loaderData}
        refused={actionData}
        here={withQuery(`${root}/${params.itemId}`, query)}
        back={withQuery(root, query)}
      />
    </>
  )
}
