import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { calendarGroups } from '#modules/platform/addresses/rules/calendar-group.ts'
import { formatDay, hijriMonthName, hijriOf, localDate, localDateIn } from '#shared/calendar.ts'
import { redirectToLogin } from '../../lib/login-urls.ts'
import { postedForm } from '../../lib/posted-form.ts'
import { postedText, toFormErrors } from '../../lib/form-values.ts'
import { useLocale, useText } from '../../lib/text.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Select, TextInput } from '../../ui/field.tsx'
import { Badge } from '../../ui/small-parts.tsx'
import '../../styles/trust/desk.css'
import { loadPage } from '../../kit/load-page.ts'
import type { Route } from './+types/calendar'

const groupIn = (requestText: string | null) => calendarGroups.find((group) => group === requestText) ?? 'SA'

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, query }) => {
    const calendar = groupIn(query.get('calendar'))
    const today = localDateIn('UTC', new Date())
    const { year } = hijriOf(today)
    // The API serves the months to everyone, so the page checks the role.
    const { roles } = await api('GET /api/user/current', {})
    if (!roles.includes('admin')) throw new Response(null, { status: 404 })
    const years = await Promise.all(
      [year, year + 1].map((value) => api('GET /v4/hijri/months', { calendar, year: value })),
    )
    return {
      calendar,
      months: years.flatMap(({ months }) => months).filter(({ startsOn }) => startsOn > today),
      isDone: query.get('done') === 'saved',
    }
  })

/** A plain form that records the announced first day of a month. */
export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await postedForm(request)
  const calendar = groupIn(postedText(form, 'calendar', 20))
  const here = `/staff/calendar?calendar=${calendar}`
  const typed = {
    month: postedText(form, 'month', 10),
    startsOn: postedText(form, 'startsOn', 10),
    source: postedText(form, 'source', 300),
  }
  const [year = NaN, month = NaN] = typed.month.split('-').map(Number)
  try {
    await api('PUT /v4/staff/hijri/months', {
      calendar,
      year,
      month,
      startsOn: typed.startsOn,
      source: typed.source,
    })
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.status === 401) return redirectToLogin(here)
    return data({ refused, typed }, { status: refused.status })
  }
  return redirect(`${here}&done=saved`, 303)
}

/** The start of Hijri months for each group of countries, and their announcements, which move the nights of plans. */
export default function StaffCalendar({ loaderData: { calendar, months, isDone }, actionData }: Route.ComponentProps) {
  const t = useText()
  const locale = useLocale()
  const title = t('months.title')
  const { refused, typed } = actionData ?? {}
  const nameOf = ({ year, month }: { readonly year: number; readonly month: number }) =>
    `${hijriMonthName(month, locale)} ${year}`
  return (
    <>
      <title>{refused ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('months.lead')}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, 'startsOn')} />
      {isDone && !actionData ? (
        <p className="notice" role="status">
          {t('months.done')}
        </p>
      ) : null}
      <form method="get" className="desk-filter">
        <Select id="group" name="calendar" label={t('months.group')} defaultValue={calendar}>
          {calendarGroups.map((group) => (
            <option key={group} value={group}>
              {t(`wizard.calendar-${group}`)}
            </option>
          ))}
        </Select>
        <button className="button button-quiet">{t('months.show')}</button>
      </form>
      <section className="stack" aria-labelledby="announce">
        <h2 id="announce">{t('months.announce')}</h2>
        <form method="post" className="stack account-form" noValidate>
          <input type="hidden" name="calendar" value={calendar} />
          <Select id="month" label={t('months.month')} error={refused?.fields.month} defaultValue={typed?.month}>
            {months.map((month) => (
              <option key={`${month.year}-${month.month}`} value={`${month.year}-${month.month}`}>
                {nameOf(month)}
              </option>
            ))}
          </Select>
          <TextInput
            id="startsOn"
            type="date"
            label={t('months.first-day')}
            defaultValue={typed?.startsOn}
            error={refused?.fields.startsOn}
            required
          />
          <TextInput
            id="source"
            label={t('months.source')}
            hint={t('months.source-hint')}
            dir="auto"
            defaultValue={typed?.source}
            error={refused?.fields.source}
            maxLength={300}
            required
            autoComplete="off"
          />
          <p>
            <button className="button button-primary">{t('months.save')}</button>
          </p>
        </form>
      </section>
      <section className="stack" aria-labelledby="coming">
        <h2 id="coming">{t('months.coming')}</h2>
        <table className="desk-table">
          <thead>
            <tr>
              {(['month', 'first-day', 'length', 'source'] as const).map((head) => (
                <th key={head} scope="col">
                  {t(`months.${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.map((month) => (
              <tr key={`${month.year}-${month.month}`}>
                <td data-label={t('months.month')}>
                  <bdi className="strong">{nameOf(month)}</bdi>
                </td>
                <td data-label={t('months.first-day')}>
                  <bdi>{formatDay(localDate(month.startsOn), locale)}</bdi>
                </td>
                <td data-label={t('months.length')}>{t('months.days', { count: month.days })}</td>
                <td data-label={t('months.source')}>
                  {month.isAnnounced ? (
                    <>
                      <Badge look="brand">✓ {t('months.announced')}</Badge> <bdi>{month.source}</bdi>
                    </>
                  ) : (
                    <span className="quiet">{t('months.calculated')}</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
