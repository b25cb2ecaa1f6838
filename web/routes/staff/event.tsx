import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { applyOrderChange } from '#web/lib/change-order.ts'
import { DeleteCollection } from '#web/features/causes/discovery/delete-collection.tsx'
import { checkEvent, EventForm, postedEvent } from '#web/features/causes/discovery/event-form.tsx'
import { OrderedCampaigns, OrderNotice } from '#web/features/causes/discovery/ordered-campaigns.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { postedText } from '#web/lib/form-values.ts'
import { type MessageKey, useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import '#web/features/trust/moderation/desk.css'
import type { Route } from './+types/event'

/** Returns the event's slug; undefined for a new one. */
const slugIn = (params: { readonly slug?: string }): string | undefined => params.slug

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, params, query }) => {
    const slug = slugIn(params)
    // Staff without permission can't open the form for a new event either.
    const event = await (slug === undefined
      ? api('GET /v4/staff/lists', {}).then(() => null)
      : api('GET /v4/staff/events/:slug', { slug }))
    return {
      event,
      moved: query.get('moved'),
      done: query.get('done'),
      asksToDelete: query.has('delete'),
    }
  })

/** Plain forms: saves texts and dates, deletes the event, or adds, moves or removes a fundraiser. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const slug = slugIn(params)
  const here = slug === undefined ? '/staff/lists/new-event' : `/staff/lists/events/${slug}`
  const form = await formOfOwner({ context, request })
  const intent = postedText(form, 'intent', 10)
  const campaign = postedText(form, 'campaign', 600)
  const typed = intent === 'save' ? { ...postedEvent(form), ...(slug === undefined ? {} : { slug }) } : undefined
  try {
    if (intent === 'delete' && slug !== undefined) {
      await api('DELETE /v4/discovery/events/:slug', { slug })
      return redirect('/staff/lists?done=deleted', 303)
    }
    const now = slug === undefined ? undefined : await api('GET /v4/staff/events/:slug', { slug })
    const ids = (now?.campaigns ?? []).map(({ id }) => id)
    if (typed) {
      const wrong: Partial<Record<string, MessageKey>> = checkEvent(typed)
      if (Object.keys(wrong).length > 0)
        return data({ typed, campaign, wrong, said: {} as Readonly<Record<string, string>> }, { status: 400 })
      await api('PUT /v4/discovery/events/:slug', {
        ...typed,
        titleAr: typed.titleAr || null,
        aboutAr: typed.aboutAr || null,
        campaignIds: ids,
        isNew: slug === undefined,
      })
      return redirect(`/staff/lists/events/${typed.slug}?done=saved`, 303)
    }
    const changed = now && (await applyOrderChange(api, form, ids))
    if (!changed) throw data(null, { status: 400 })
    const { campaigns: _, ...words } = now
    await api('PUT /v4/discovery/events/:slug', { ...words, campaignIds: changed.ids })
    return redirect(here + changed.query, 303)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.status === 401) return redirectToLogin(here)
    const values =
      Object.keys(refused.fields).length > 0 ? refused.fields : { [typed ? 'title' : 'campaign']: refused.message }
    return data(
      { typed, campaign, wrong: {} as Partial<Record<string, MessageKey>>, said: values },
      { status: refused.status },
    )
  }
}

export default function StaffEvent({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { event, moved, done, asksToDelete } = loaderData
  const title = event?.title ?? t('curating.new-event')
  const errors: Readonly<Record<string, string | undefined>> = {
    ...actionData?.said,
    ...Object.fromEntries(Object.entries(actionData?.wrong ?? {}).map(([field, key]) => [field, key && t(key)])),
  }
  const wrong = Object.entries(errors).flatMap(([id, text]) =>
    text ? [{ id: id === 'campaign' ? 'chosen-campaign' : id, text }] : [],
  )
  return (
    <>
      <title>{actionData ? t('shell.title-problem', { title }) : title}</title>
      <p>
        <a href="/staff/lists">{t('curating.all-lists')}</a>
      </p>
      <div className="page-head">
        <h1 dir="auto">{title}</h1>
        {event ? <a href={`/v4/events/${event.slug}`}>{t('curating.see-page')}</a> : null}
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={wrong} />
      {actionData ? null : <OrderNotice moved={moved} done={done} campaigns={event?.campaigns ?? []} />}
      {event ? (
        <OrderedCampaigns
          id="chosen"
          title={t('curating.fundraisers')}
          campaigns={event.campaigns}
          empty={t('curating.none-here')}
          addLabel={t('curating.add-fundraiser')}
          typed={actionData?.campaign}
          error={errors.campaign}
        />
      ) : null}
      <section className="stack" aria-labelledby="words">
        <h2 id="words">{t('curating.texts')}</h2>
        <EventForm
          event={
            actionData?.typed ??
            (event ? { ...event, titleAr: event.titleAr ?? '', aboutAr: event.aboutAr ?? '' } : undefined)
          }
          isNew={!event}
          errors={errors}
        />
      </section>
      {event ? (
        <DeleteCollection
          kind="event"
          title={event.title}
          here={`/staff/lists/events/${event.slug}`}
          isAsked={asksToDelete}
        />
      ) : null}
    </>
  )
}
