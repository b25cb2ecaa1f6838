import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { applyOrderChange } from '#web/lib/change-order.ts'
import { DeleteCollection } from '#web/features/causes/discovery/delete-collection.tsx'
import { OrderedCampaigns, OrderNotice } from '#web/features/causes/discovery/ordered-campaigns.tsx'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { postedText } from '#web/lib/form-values.ts'
import { loadPage } from '#web/kit/load-page.ts'
import { useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { TextInput } from '#web/ui/field.tsx'
import '#web/features/trust/moderation/desk.css'
import type { Route } from './+types/list'

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, params, query }) => {
    const list = await api('GET /v4/staff/lists/:listId', { listId: params.listId })
    return {
      list,
      moved: query.get('moved'),
      done: query.get('done'),
      asksToDelete: query.has('delete'),
    }
  })

/** Plain forms: saves the title, deletes the list, or adds, moves or removes an entry. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const { listId } = params
  const here = `/staff/lists/${encodeURIComponent(listId)}`
  const form = await formOfOwner({ context, request })
  const intent = postedText(form, 'intent', 10)
  const typed = { title: postedText(form, 'title', 200).trim(), campaign: postedText(form, 'campaign', 600) }
  try {
    if (intent === 'delete') {
      await api('DELETE /v4/discovery/lists/:listId', { listId })
      return redirect('/staff/lists?done=deleted', 303)
    }
    const { title, campaigns } = await api('GET /v4/staff/lists/:listId', { listId })
    const ids = campaigns.map(({ id }) => id)
    if (intent === 'save') {
      if (typed.title === '' || typed.title.length > 120)
        return data({ field: 'title' as const, message: undefined, typed }, { status: 400 })
      await api('PUT /v4/discovery/lists/:listId', { listId, title: typed.title, campaignIds: ids })
      return redirect(`${here}?done=saved`, 303)
    }
    const changed = await applyOrderChange(api, form, ids)
    if (!changed) throw data(null, { status: 400 })
    await api('PUT /v4/discovery/lists/:listId', { listId, title, campaignIds: changed.ids })
    return redirect(here + changed.query, 303)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.status === 401) return redirectToLogin(here)
    return data(
      { field: 'campaign' as const, message: refused.fields.campaign ?? refused.message, typed },
      { status: refused.status },
    )
  }
}

export default function StaffList({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { list, moved, done, asksToDelete } = loaderData
  const error = actionData ? (actionData.message ?? t('curating.title-missing')) : undefined
  const wrong = (field: 'title' | 'campaign') => (actionData?.field === field ? error : undefined)
  return (
    <>
      <title>{actionData ? t('shell.title-problem', { title: list.title }) : list.title}</title>
      <p>
        <a href="/staff/lists">{t('curating.all-lists')}</a>
      </p>
      <div className="stack">
        <h1 dir="auto">{list.title}</h1>
        <p className="quiet">{t('curating.list-number', { id: list.id })}</p>
      </div>
      <ErrorSummary
        title={t('shell.problem')}
        wrong={error ? [{ id: actionData?.field === 'title' ? 'title' : 'chosen-campaign', text: error }] : []}
      />
      {actionData ? null : <OrderNotice moved={moved} done={done} campaigns={list.campaigns} />}
      <OrderedCampaigns
        id="chosen"
        title={t('curating.fundraisers')}
        campaigns={list.campaigns}
        empty={t('curating.none-here')}
        addLabel={t('curating.add-fundraiser')}
        typed={actionData?.typed.campaign}
        error={wrong('campaign')}
      />
      <PageForm className="desk-add" noValidate>
        <TextInput
          id="title"
          label={t('curating.title')}
          defaultValue={actionData?.field === 'title' ? actionData.typed.title : list.title}
          error={wrong('title')}
          maxLength={120}
          autoComplete="off"
        />
        <button className="button button-quiet" name="intent" value="save">
          {t('curating.save')}
        </button>
      </PageForm>
      <DeleteCollection kind="list" title={list.title} here={`/staff/lists/${list.id}`} isAsked={asksToDelete} />
    </>
  )
}
