import { formatDay, type LocalDate } from '#shared/calendar.ts'
import { OrderNotice } from '#web/features/causes/discovery/ordered-campaigns.tsx'
import { trimmed } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { submitForm } from '#web/kit/submit-form.ts'
import { viewForm } from '#web/kit/view-form.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import '#web/features/trust/moderation/desk.css'
import type { Route } from './+types/lists'

export const listFields = { title: trimmed(120) }

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, query }) => {
    const { lists, events } = await api('GET /v4/staff/lists', {})
    const day = (on: string) => formatDay(on as LocalDate, locale)
    return {
      lists,
      events: events.map((event) => ({ ...event, from: day(event.startsOn), to: day(event.endsOn) })),
      done: query.get('done'),
    }
  })

/** Creates a list, which is filled on its own page. */
export const action = (args: Route.ActionArgs) =>
  submitForm(args, listFields, async ({ title }, { api }) => {
    const { id } = await api('POST /v4/discovery/lists', { title, campaignIds: [] })
    return `/staff/lists/${id}?done=saved`
  })

/** All lists and events. */
export default function StaffLists({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const isArabic = useLocale() === 'ar'
  const { lists, events } = loaderData
  const title = t('curating.lists')
  const form = viewForm(listFields, actionData, {}, { texts: { title: t('curating.title-missing') } })
  return (
    <>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('curating.lists-lead')}</p>
      </div>
      <FormResult title={title} sent={actionData} forms={[form]} />
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
        <PageForm className="desk-add" noValidate>
          <TextInput {...form.control('title')} label={t('curating.new-list')} autoComplete="off" />
          <button className="button button-quiet">{t('curating.create')}</button>
        </PageForm>
      </section>
    </>
  )
}
