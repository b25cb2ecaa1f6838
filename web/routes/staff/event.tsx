import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { applyOrderChange } from '#web/lib/change-order.ts'
import { DeleteCollection } from '#web/features/causes/discovery/delete-collection.tsx'
import { checkEvent, EventForm, postedEvent, postedLoadedEvent } from '#web/features/causes/discovery/event-form.tsx'
import { OrderedCampaigns, OrderNotice } from '#web/features/causes/discovery/ordered-campaigns.tsx'
import { ConfirmFixed, isConfirmed } from '#web/kit/confirm-fixed.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { viewMerged } from '#web/kit/loaded-texts.tsx'
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
  const { api, refusalOf, sentencesOf } = context.get(renderContext)
  const slug = slugIn(params)
  const here = slug === undefined ? '/staff/lists/new-event' : `/staff/lists/events/${slug}`
  const form = await formOfOwner({ context, request })
  const intent = postedText(form, 'intent', 10)
  const campaign = postedText(form, 'campaign', 600)
  const isSave = slug === undefined || intent === 'save'
  const typed = isSave ? { ...postedEvent(form), ...(slug === undefined ? {} : { slug }) } : undefined
  const refuse = (status: number, refusal: Refused, unconfirmed?: string) =>
    data({ typed, loaded: postedLoadedEvent(form), campaign, unconfirmed, ...refusal }, { status })
  try {
    if (intent === 'delete' && slug !== undefined) {
      await api('DELETE /v4/discovery/events/:slug', { slug })
      return redirect('/staff/lists?done=deleted', 303)
    }
    const wrong = typed ? checkEvent(typed) : {}
    if (Object.keys(wrong).length > 0) return refuse(400, { wrong, refusals: {} })
    if (typed && slug === undefined && !isConfirmed(form, typed.slug))
      return refuse(200, { wrong: {}, refusals: {} }, typed.slug)
    const saved = slug === undefined ? undefined : await api('GET /v4/staff/events/:slug', { slug })
    const campaignIds = (saved?.campaigns ?? []).map(({ id }) => id)
    if (typed) {
      const before = saved && postedLoadedEvent(form)
      await api('PUT /v4/discovery/events/:slug', {
        ...typed,
        ...inputOf(typed),
        campaignIds,
        ...(before ? { loaded: { ...inputOf(before), campaignIds } } : {}),
        isNew: slug === undefined,
      })
      return redirect(`/staff/lists/events/${typed.slug}?done=saved`, 303)
    }
    const changed = saved && (await applyOrderChange(api, form, campaignIds))
    if (!changed) throw data(null, { status: 400 })
    const { campaigns: _, ...texts } = saved
    const loaded = { ...texts, campaignIds }
    await api('PUT /v4/discovery/events/:slug', { ...texts, campaignIds: changed.ids, loaded })
    return redirect(here + changed.query, 303)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.status === 401) return redirectToLogin(here)
    const fields = refused.fields.campaignIds ? sentencesOf({ campaign: { code: 'order-changed' } }) : refused.fields
    const refusals = Object.keys(fields).length > 0 ? fields : { [typed ? 'title' : 'campaign']: refused.message }
    return refuse(refused.status, { wrong: {}, refusals, code: refused.code })
  }
}

type Refused = {
  /** The errors that the page found, and those of the API. */
  readonly wrong: Partial<Record<string, MessageKey>>
  readonly refusals: Readonly<Record<string, string>>
  readonly code?: string
}

const inputOf = <Texts extends { readonly titleAr: string; readonly aboutAr: string }>(texts: Texts) => ({
  ...texts,
  titleAr: texts.titleAr || null,
  aboutAr: texts.aboutAr || null,
})

export default function StaffEvent({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { event, moved, done, asksToDelete } = loaderData
  const title = event?.title ?? t('curating.new-event')
  const unconfirmed = actionData?.unconfirmed
  const isRefused = actionData !== undefined && unconfirmed === undefined
  const form = event && viewMerged(textsOf(event), sentTexts(actionData))
  const errors: Readonly<Record<string, string | undefined>> = {
    ...actionData?.refusals,
    ...Object.fromEntries(Object.entries(actionData?.wrong ?? {}).map(([field, key]) => [field, key && t(key)])),
  }
  const wrong = Object.entries(errors).flatMap(([id, text]) =>
    text ? [{ id: id === 'campaign' ? 'chosen-campaign' : id, text }] : [],
  )
  return (
    <>
      <title>{isRefused ? t('shell.title-problem', { title }) : title}</title>
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
        {unconfirmed === undefined ? null : (
          <ConfirmFixed
            form="event"
            token={unconfirmed}
            title={t('curating.confirm-title')}
            text={t('curating.confirm-text')}
            lines={[[t('curating.slug'), `/v4/events/${unconfirmed}`]]}
            button={t('curating.confirm-create')}
          />
        )}
        <EventForm
          event={event && form ? { ...form.values, slug: event.slug } : actionData?.typed}
          loaded={form?.loaded}
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

type Data = Route.ComponentProps

const textsOf = (event: NonNullable<Data['loaderData']['event']>) => ({
  title: event.title,
  titleAr: event.titleAr ?? '',
  about: event.about,
  aboutAr: event.aboutAr ?? '',
  startsOn: event.startsOn,
  endsOn: event.endsOn,
})

/** What the refused form of the texts has sent; undefined for the forms of the order. */
function sentTexts(sent: Data['actionData']) {
  if (!sent?.typed) return undefined
  const { slug: _, ...typed } = sent.typed
  return { typed, loaded: sent.loaded, refused: sent.code === undefined ? undefined : { code: sent.code } }
}
