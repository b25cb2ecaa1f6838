import { calendarGroups } from '#modules/platform/addresses/rules/calendar-group.ts'
import { formatDay, hijriMonthName, hijriOf, localDate, localDateIn } from '#shared/calendar.ts'
import { choice, text, unlimited } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { PageForm } from '#web/kit/page-form.tsx'
import { submitForm } from '#web/kit/submit-form.ts'
import { viewForm } from '#web/kit/view-form.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Select, TextInput } from '#web/ui/field.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import '#web/features/trust/moderation/desk.css'
import { loadPage } from '#web/kit/load-page.ts'
import type { Route } from './+types/calendar'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['recurring/plan-wizard']

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
    }
  })

export const announcementFields = { month: unlimited(10), startsOn: unlimited(10), source: text(300) }

/** Records the announced first day of a month. */
export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { ...announcementFields, calendar: choice(calendarGroups, 'SA') },
    async ({ month: period, ...values }, { api }) => {
      const [year = NaN, month = NaN] = period.split('-').map(Number)
      await api('PUT /v4/staff/hijri/months', { ...values, year, month })
      return `?calendar=${values.calendar}&done=saved`
    },
  )

/** The start of Hijri months for each group of countries, and their announcements, which move the nights of plans. */
export default function StaffCalendar({ loaderData: { calendar, months }, actionData }: Route.ComponentProps) {
  const t = useText()
  const locale = useLocale()
  const title = t('months.title')
  const form = viewForm(announcementFields, actionData, {}, { first: 'startsOn' })
  const nameOf = ({ year, month }: { readonly year: number; readonly month: number }) =>
    `${hijriMonthName(month, locale)} ${year}`
  return (
    <>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('months.lead')}</p>
      </div>
      <FormResult title={title} sent={actionData} forms={[form]} done={{ saved: 'months.done' }} />
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
        <PageForm className="stack account-form" noValidate>
          <input type="hidden" name="calendar" value={calendar} />
          <Select {...form.control('month')} label={t('months.month')}>
            {months.map((month) => (
              <option key={`${month.year}-${month.month}`} value={`${month.year}-${month.month}`}>
                {nameOf(month)}
              </option>
            ))}
          </Select>
          <TextInput {...form.control('startsOn')} type="date" label={t('months.first-day')} required />
          <TextInput
            {...form.control('source')}
            label={t('months.source')}
            hint={t('months.source-hint')}
            dir="auto"
            required
            autoComplete="off"
          />
          <p>
            <button className="button button-primary">{t('months.save')}</button>
          </p>
        </PageForm>
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
