import { PageForm } from '#web/kit/page-form.tsx'
import { type MessageKey, useText } from '#web/lib/text.tsx'
import { TextArea } from '#web/ui/field.tsx'
import type { CasePage } from './decision-form.tsx'

const moment = (place: string): string => `${place.slice(0, 10)} ${place.slice(11, 16)} UTC`

/** Reports with their texts, notes, and the timeline. */
export function CaseStory({
  page,
  noteError,
  typed,
}: {
  readonly page: CasePage
  readonly noteError: string | undefined
  readonly typed: string
}) {
  const t = useText()
  return (
    <>
      {page.reports.length > 0 ? (
        <section className="stack" aria-labelledby="reports">
          <h2 id="reports">{t('case.reports')}</h2>
          <ul className="desk-messages">
            {page.reports.map((report) => (
              <li key={report.id}>
                <p className="strong">{t(`case.why-${report.reason}` as MessageKey)}</p>
                {report.text ? (
                  <p className="desk-compared-text" dir="auto">
                    {report.text}
                  </p>
                ) : null}
                <p className="quiet small">
                  <When at={report.at} />
                  {report.email ? <> · {t('case.report-by', { email: `\u2068${report.email}\u2069` })}</> : null}
                </p>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <section className="stack" aria-labelledby="notes">
        <h2 id="notes">{t('case.notes')}</h2>
        <ul className="desk-messages">
          {page.notes.map((note) => (
            <li key={note.id}>
              <p className="desk-compared-text" dir="auto">
                {note.text}
              </p>
              <p className="quiet small">
                <bdi>{note.by}</bdi> · <When at={note.at} />
              </p>
            </li>
          ))}
        </ul>
        <PageForm className="stack account-form" noValidate>
          <TextArea id="note" label={t('case.note')} error={noteError} defaultValue={typed} maxLength={4000} />
          <button className="button button-quiet" name="intent" value="note">
            {t('case.note-add')}
          </button>
        </PageForm>
      </section>
      <section className="stack" aria-labelledby="timeline">
        <h2 id="timeline">{t('case.timeline')}</h2>
        <ol className="desk-timeline">
          {page.timeline.map((item) => (
            <li key={item.id}>
              {t(`case.act-${item.act.replace('moderation.', '')}` as MessageKey, {
                name: `\u2068${item.by}\u2069`,
                to: `\u2068${item.to}\u2069`,
              })}{' '}
              <span className="quiet small">
                <When at={item.at} />
              </span>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}

const When = ({ at }: { readonly at: string }) => (
  <time dateTime={at}>
    <bdi>{moment(at)}</bdi>
  </time>
)
