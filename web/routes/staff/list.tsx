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
import { LoadedTexts, postedLoaded, viewMerged } from '#web/kit/loaded-texts.tsx'
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

const titleMax = 120

/** Plain forms: saves the title, deletes the list, or adds, moves or removes an entry. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, refusalOf, sentencesOf } = context.get(renderContext)
  const { listId } = params
  const here = `/staff/lists/${encodeURIComponent(listId)}`
  const form = await formOfOwner({ context, request })
  const intent = postedText(form, 'intent', 10)
  const typed = { title: postedText(form, 'title', 200).trim(), campaign: postedText(form, 'campaign', 600) }
  const refuse = (status: number, field: 'title' | 'campaign', message: string | undefined, code = '') =>
    data({ field, message, code, typed, loaded: postedLoaded(form, ['title'], titleMax) }, { status })
  try {
    if (intent === 'delete') {
      await api('DELETE /v4/discovery/lists/:listId', { listId })
      return redirect('/staff/lists?done=deleted', 303)
    }
    const { title, campaigns } = await api('GET /v4/staff/lists/:listId', { listId })
    const campaignIds = campaigns.map(({ id }) => id)
    if (intent === 'save') {
      if (typed.title === '' || typed.title.length > titleMax) return refuse(400, 'title', undefined)
      const before = postedLoaded(form, ['title'], titleMax)
      await api('PUT /v4/discovery/lists/:listId', {
        listId,
        title: typed.title,
        campaignIds,
        ...(before ? { loaded: { ...before, campaignIds } } : {}),
      })
      return redirect(`${here}?done=saved`, 303)
    }
    const changed = await applyOrderChange(api, form, campaignIds)
    if (!changed) throw data(null, { status: 400 })
    const loaded = { title, campaignIds }
    await api('PUT /v4/discovery/lists/:listId', { listId, title, campaignIds: changed.ids, loaded })
    return redirect(here + changed.query, 303)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.status === 401) return redirectToLogin(here)
    if (refused.fields.title) return refuse(refused.status, 'title', refused.fields.title, refused.code)
    const order = refused.fields.campaignIds ? sentencesOf({ campaign: { code: 'order-changed' } }) : refused.fields
    return refuse(refused.status, 'campaign', order.campaign ?? refused.message)
  }
}

export default function StaffList({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { list, moved, done, asksToDelete } = loaderData
  const error = actionData ? (actionData.message ?? t('curating.title-missing')) : undefined
  const sent = actionData?.field === 'title' ? { ...actionData, typed: { title: actionData.typed.title } } : undefined
  const form = viewMerged({ title: list.title }, sent && { ...sent, refused: sent })
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
        <LoadedTexts texts={form.loaded} />
        <TextInput
          id="title"
          label={t('curating.title')}
          defaultValue={form.values.title}
          error={wrong('title')}
          maxLength={titleMax}
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
