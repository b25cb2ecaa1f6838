import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { formatDay, type LocalDate } from '#shared/calendar.ts'
import { OrderNotice } from '../../features/causes/discovery/ordered-campaigns.tsx'
import { redirectToLogin } from '../../lib/login-urls.ts'
import { loadRestricted } from '../../lib/access.ts'
import { postedForm } from '../../lib/posted-form.ts'
import { postedText } from '../../lib/form-values.ts'
import { useLocale, useText } from '../../lib/text.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { TextInput } from '../../ui/field.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import '../../styles/trust/desk.css'
import type { Route } from './+types/lists'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, viewer, locale } = context.get(renderContext)
  const { lists, events } = await loadRestricted(viewer, request, () => api('GET /v4/staff/lists', {}))
  const day = (on: string) => formatDay(on as LocalDate, locale)
  return {
    lists,
    events: events.map((event) => ({ ...event, from: day(event.startsOn), to: day(event.endsOn) })),
    done: new URL(request.url).searchParams.get('done'),
  }
}

/** A plain form that creates a list, which is filled on its own page. */
export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const title = postedText(await postedForm(request), 'title', 200).trim()
  if (title === '' || title.length > 120) return data({ typed: title, message: undefined }, { status: 400 })
  try {
    const { id } = await api('POST /v4/discovery/lists', { title, campaignIds: [] })
    return redirect(`/staff/lists/${id}?done=saved`, 303)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.status === 401) return redirectToLogin('/staff/lists')
    return data({ typed: title, message: refused.message }, { status: refused.status })
  }
}

/** All lists and events. */
export default function StaffLists({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const isArabic = useLocale() === 'ar'
  const { lists, events } = loaderData
  const title = t('curating.lists')
  const error = actionData ? (actionData.message ?? t('curating.title-missing')) : undefined
  return (
    <>
      <title>{actionData ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('curating.lists-lead')}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={error ? [{ id: 'title', text: error }] : []} />
      {actionData ? null : <OrderNotice moved={null} done={loaderData.done} campaigns={[]} />}
      <section className="stack" aria-labelledby="events">
        <div className="page-head">
          <h2 id="events">{t('curating.events')}</h2>
          <a className="button button-primary" href="/staff/lists/new-event">
            {t('curating.new-event')}
          </a>
        </div>
        {events.length === 0 ? <EmptyState title={t('curating.no-events')} /> : null}
        <ul className="desk-list">
          {events.map((event) => (
            <li key={event.slug} className="card card-in stack">
              <h3>
                <a className="tap-link" href={`/staff/lists/events/${event.slug}`} dir="auto">
                  {(isArabic && event.titleAr) || event.title}
                </a>
              </h3>
              <p className="quiet small">
                {t('curating.from-to', { from: event.from, to: event.to })} ·{' '}
                {t('curating.count', { count: event.count })}
              </p>
            </li>
          ))}
        </ul>
      </section>
      <section className="stack" aria-labelledby="lists">
        <h2 id="lists">{t('curating.only-lists')}</h2>
        {lists.length === 0 ? <EmptyState title={t('curating.no-lists')} /> : null}
        <ul className="desk-list">
          {lists.map((list) => (
            <li key={list.id} className="card card-in stack">
              <h3>
                <a className="tap-link" href={`/staff/lists/${list.id}`} dir="auto">
                  {list.title}
                </a>
              </h3>
              <p className="quiet small">
                {t('curating.list-number', { id: list.id })} · {t('curating.count', { count: list.count })}
              </p>
            </li>
          ))}
        </ul>
        <form method="post" className="desk-add" noValidate>
          <TextInput
            id="title"
            label={t('curating.new-list')}
            defaultValue={actionData?.typed}
            error={error}
            maxLength={120}
            autoComplete="off"
          />
          <button className="button button-quiet">{t('curating.create')}</button>
        </form>
      </section>
    </>
  )
}
