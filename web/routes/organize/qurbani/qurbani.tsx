import '#web/features/organizers/organizing/organize.css'
import '#web/features/organizers/organizing/table.css'
import '#web/features/faith/qurbani/qurbani-items.css'
import { renderContext } from '#server/pages/render-context.ts'
import { itemCalls } from './item-calls.ts'
import { copyItems, itemAddress, loadItems } from './item-pages.ts'
import { ItemsOfYear } from '#web/features/faith/qurbani/items/items-of-year.tsx'
import { PageTitle } from '#web/features/organizers/organizing/page-title.tsx'
import { postedForm } from '#web/lib/posted-form.ts'
import { useText } from '#web/lib/text.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import type { Route } from './+types/qurbani'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['faith/qurbani-items', 'faith/faults']

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, ({ params, query, ...frame }) => loadItems(frame, itemCalls(frame.api, 'editor', params), query))

/** A plain form that copies the items of the previous year. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const frame = context.get(renderContext)
  const calls = itemCalls(frame.api, 'editor', params)
  return copyItems(frame, calls, await postedForm(request), `/organize/${params.campaignId}/qurbani`)
}

/** A fundraiser's Qurbani items by year, for its editors. */
export default function OrganizeQurbani({ loaderData, actionData, params }: Route.ComponentProps) {
  const t = useText()
  const root = `/organize/${params.campaignId}/qurbani`
  return (
    <>
      <PageTitle section={t('qurbani-items.page')} />
      <div className="stack">
        <h1>{t('qurbani-items.page')}</h1>
        <p className="quiet">{t('qurbani-items.lead')}</p>
      </div>
      <ItemsOfYear
        loaded={loaderData}
        addressOf={(to) => itemAddress(root, to)}
        problem={actionData?.refused.message}
      />
    </>
  )
}
