import '#web/features/organizers/organizing/organize.css'
import '#web/features/organizers/fundraising/styles/editor.css'
import { renderContext } from '#server/pages/render-context.ts'
import { itemCalls } from './item-calls.ts'
import { ItemEditor } from '#web/features/faith/qurbani/items/item-editor.tsx'
import { withQuery } from '#shared/pages/with-query.ts'
import { itemChoices, saveItem, storedItem, yearOf } from './item-pages.ts'
import { PageTitle } from '#web/features/organizers/organizing/page-title.tsx'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { useText } from '#web/lib/text.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { loadRestricted } from '#web/lib/access.ts'
import type { Route } from './+types/item'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['faith/qurbani-items', 'faith/faults']

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ params, query, ...frame }) => {
    const { campaignId } = params
    const [{ hijriYear, items }, { currency }] = await Promise.all([
      itemCalls(frame.api, 'editor', params).list(yearOf(query)),
      frame.api('GET /v4/campaigns/:campaignId/running', { campaignId }),
    ])
    const item = storedItem(items, params.itemId)
    return { item, hijriYear, currency, choices: await itemChoices(frame) }
  })

export async function action({ context, params, request }: Route.ActionArgs) {
  const frame = context.get(renderContext)
  const { campaignId, itemId } = params
  const form = await formOfOwner({ context, request })
  const { currency } = await loadRestricted(frame.viewer, request, () =>
    frame.api('GET /v4/campaigns/:campaignId/running', { campaignId }),
  )
  return saveItem(frame, itemCalls(frame.api, 'editor', params), form, {
    itemId: itemId === 'new' ? undefined : itemId,
    currency,
    here: `/organize/${campaignId}/qurbani`,
  })
}

/** Adds or edits a Qurbani item. */
export default function OrganizeQurbaniItem({ loaderData, actionData, params }: Route.ComponentProps) {
  const t = useText()
  const { item, hijriYear } = loaderData
  const title = t(item ? 'qurbani-items.edit' : 'qurbani-items.add')
  const root = `/organize/${params.campaignId}/qurbani`
  const year = String(hijriYear)
  return (
    <>
      <PageTitle section={actionData ? t('shell.title-problem', { title }) : title} />
      <h1>{title}</h1>
      <ItemEditor
        edited={loaderData}
        refused={actionData}
        here={withQuery(`${root}/${params.itemId}`, { year })}
        back={withQuery(root, { year })}
      />
    </>
  )
}
