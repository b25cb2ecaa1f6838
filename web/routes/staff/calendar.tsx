import { type CalendarGroup, calendarGroups } from '#modules/platform/addresses/rules/calendar-group.ts'
import { formatDay, hijriMonthName, hijriOf, localDate, localDateIn } from '#shared/calendar.ts'
import { choice, text, unlimited } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { PageForm } from '#web/kit/page-form.tsx'
import { submitForms } from '#web/kit/submit-form.ts'
import { sentAs, viewForm } from '#web/kit/view-form.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Select, TextInput } from '#web/ui/field.tsx'
import { SecondPersonHint } from '#web/ui/second-person-hint.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import '#web/features/trust/moderation/desk.css'
import { loadPage } from '#web/kit/load-page.ts'
import type { Route } from './+types/calendar'
import type { Namespaces } from '#web/lib/namespace-lists.ts'
import { DoneNotice } from '#web/ui/result-notice.tsx'

export const namespaces: Namespaces = ['recurring/plan-wizard']

const groupIn = (requestText: string | null) => calendarGroups.find((group) => group === requestText) ?? 'SA'

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, query }) => {
    const calendar = groupIn(query.get('calendar'))
    const today = localDateIn('UTC', new Date())
    const { year } = hijriOf(today)
    const [years, { proposals, approvals }] = await Promise.all([
      Promise.all([year, year + 1].map((value) => api('GET /v4/hijri/months', { calendar, year: value }))),
      api('GET /v4/staff/hijri/proposals', { calendar }),
    ])
    return {
      calendar,
      months: years.flatMap(({ months }) => months).filter(({ startsOn }) => startsOn > today),
      proposals,
      approvals,
    }
  })

export const announcementFields = { month: unlimited(10), startsOn: unlimited(10), source: text(300) }

const calendarField = { calendar: choice(calendarGroups, 'SA') }
const announcing = { ...announcementFields, ...calendarField }
const forms = { preview: announcing, announce: announcing, undo: { month: unlimited(10), ...calendarField } }

const keyOf = ({ month: period, calendar }: { readonly month: string; readonly calendar: CalendarGroup }) => {
  const [year = NaN, month = NaN] = period.split('-').map(Number)
  return { calendar, year, month }
}

/** Previews, announces or undoes the first day of a month. */
export const action = (args: Route.ActionArgs) =>
  submitForms(args, forms, {
    preview: async ({ startsOn, ...values }, { api }) => ({
      result: await api('GET /v4/staff/hijri/preview', { ...keyOf(values), startsOn }),
    }),
    announce: async ({ startsOn, source, ...values }, { api }) => {
      const { isAnnounced } = await api('PUT /v4/staff/hijri/months', { ...keyOf(values), startsOn, source })
      return `?calendar=${values.calendar}&done=${isAnnounced ? 'saved' : 'proposed'}`
    },
    undo: async (values, { api }) => {
      await api('POST /v4/staff/hijri/months/undo', keyOf(values))
      return `?calendar=${values.calendar}&done=undone`
    },
  })

type Month = { readonly year: number; readonly month: number }
const idOf = ({ year, month }: Month) => `${year}-${month}`

/** A button that undoes an announcement or withdraws a proposal. */
function UndoMonth({
  calendar,
  of,
  name,
  text,
}: {
  readonly calendar: CalendarGroup
  readonly of: Month
  readonly name: string
  readonly text: string
}) {
  return (
    <PageForm>
      <input type="hidden" name="calendar" value={calendar} />
      <input type="hidden" name="month" value={idOf(of)} />
      <button className="link-button" name="intent" value="undo">
        {text}
        <span className="visually-hidden">: {name}</span>
      </button>
    </PageForm>
  )
}

/** The start of Hijri months for each group of countries, and their announcements, which move the nights of plans. */
export default function StaffCalendar({
  loaderData: { calendar, months, proposals, approvals },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  const locale = useLocale()
  const title = t('months.title')
  const form = viewForm(
    announcementFields,
    sentAs(actionData, 'preview') ?? sentAs(actionData, 'announce'),
    {},
    { first: 'startsOn' },
  )
  const nameOf = ({ year, month }: Month) => `${hijriMonthName(month, locale)} ${year}`
  const preview = sentAs(actionData, 'preview')?.result
  return (
    <>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('months.lead')}</p>
      </div>
      <FormResult
        title={title}
        sent={actionData}
        forms={[form]}
        done={{ saved: 'months.done', proposed: 'months.proposed', undone: 'months.undone' }}
      />
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
              <option key={idOf(month)} value={idOf(month)}>
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
          {preview ? (
            <DoneNotice>
              {preview.plans === 0
                ? t('months.preview-none')
                : t('months.preview', {
                    count: preview.plans,
                    nights: t('months.preview-nights', { count: preview.nights }),
                  })}{' '}
              {preview.isComplete ? null : t('months.preview-more')}
            </DoneNotice>
          ) : null}
          <p className="button-row">
            <button className={`button button-${preview ? 'quiet' : 'primary'}`} name="intent" value="preview">
              {t('months.preview-button')}
            </button>
            {preview ? (
              <button className="button button-primary" name="intent" value="announce">
                {t(approvals === 1 ? 'months.save' : 'months.propose')}
              </button>
            ) : null}
          </p>
          {approvals === 2 ? <SecondPersonHint /> : null}
        </PageForm>
      </section>
      {proposals.length > 0 ? (
        <section className="stack" aria-labelledby="proposals">
          <h2 id="proposals">{t('months.waiting')}</h2>
          <ul className="desk-list">
            {proposals.map((proposal) => (
              <li key={idOf(proposal)} className="card card-in stack">
                <p>
                  <bdi className="strong">{nameOf(proposal)}</bdi>:{' '}
                  <bdi>{formatDay(localDate(proposal.startsOn), locale)}</bdi> ·{' '}
                  <bdi className="quiet">{proposal.source}</bdi>
                </p>
                <div className="button-row">
                  {proposal.isOwn ? null : (
                    <PageForm>
                      <input type="hidden" name="calendar" value={calendar} />
                      <input type="hidden" name="month" value={idOf(proposal)} />
                      <input type="hidden" name="startsOn" value={proposal.startsOn} />
                      <input type="hidden" name="source" value={proposal.source} />
                      <button className="button button-primary" name="intent" value="announce">
                        {t('months.confirm')}
                      </button>
                    </PageForm>
                  )}
                  <UndoMonth
                    calendar={calendar}
                    of={proposal}
                    name={nameOf(proposal)}
                    text={t(proposal.isOwn ? 'months.withdraw' : 'months.decline')}
                  />
                </div>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
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
              <tr key={idOf(month)}>
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
                      <Badge look="brand">✓ {t('months.announced')}</Badge> <bdi>{month.source}</bdi>{' '}
                      <UndoMonth calendar={calendar} of={month} name={nameOf(month)} text={t('months.undo')} />
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
