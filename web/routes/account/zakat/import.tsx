import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { localDateIn } from '#shared/calendar.ts'
import { isProblem, Problem } from '#shared/problem.ts'
import { ImportFaults, ImportPreview } from '#web/features/faith/zakat/tracker/import-preview.tsx'
import { offsiteTemplate } from '#web/features/faith/zakat/tracker/offsite-template.ts'
import { TimeZoneField } from '#web/features/faith/zakat/tracker/payment-form.tsx'
import { withDay } from '#web/features/faith/zakat/tracker/shown-day.ts'
import { textOfFile } from '#web/features/organizers/organizing/posted-file.ts'
import { fileFormOfOwner, assertFileSent } from '#web/kit/form-of-owner.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { requireSignIn, throwAccessError } from '#web/lib/access.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { TextArea, TextInput } from '#web/ui/field.tsx'
import '#web/features/organizers/organizing/table.css'
import '#web/features/faith/zakat/zakat-account.css'
import type { Route } from './+types/import'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['faith/zakat-account', 'faith/faults']

export function loader({ context, request }: Route.LoaderArgs) {
  const { viewer, locale, now } = context.get(renderContext)
  requireSignIn(viewer, request)
  return { example: offsiteTemplate(locale, localDateIn('UTC', now())) }
}

/** First reads the rows without saving; after confirmation, saves the same rows. */
export async function action({ context, request }: Route.ActionArgs) {
  const { api, viewer, locale, refusalOf, sentencesOf } = context.get(renderContext)
  const form = await fileFormOfOwner({ context, request })
  requireSignIn(viewer, request)
  let csv = ''
  try {
    if (!form) throw new Problem('validation', 'csv-too-large', { status: 413 })
    csv = await textOfFile(form)
    if (csv === '') assertFileSent(form)
    const timeZone = postedText(form, 'timeZone', 64)
    const input = { csv, ...(timeZone ? { timeZone } : {}) }
    const read = await api('POST /v4/zakat/offsite-donations/import', { ...input, preview: true })
    if (read.refusals.length === 0 && form.get('act') === 'save') {
      await api('POST /v4/zakat/offsite-donations/import', input)
      return redirect('/account/zakat/payments?done=imported', 303)
    }
    const entries = read.entries.map((entry) => withDay(entry, locale))
    const faults = read.refusals.map(({ row, column, code, params }) => ({
      row,
      column,
      text: sentencesOf({ fault: { code, ...(params && { params }) } }).fault ?? '',
    }))
    return data({ csv, entries, faults, refused: undefined }, { status: faults.length > 0 ? 400 : 200 })
  } catch (error) {
    if (isProblem(error) && error.class === 'authentication') throwAccessError(error, request)
    const refused = refusalOf(error)
    return data({ csv, entries: [], faults: [], refused }, { status: refused.status })
  }
}

/** Imports a file of payments made elsewhere: reads it, shows a preview, then saves it. Works without JavaScript. */
export default function ZakatImport({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { entries = [], faults = [], csv = '', refused } = actionData ?? {}
  const isReady = actionData !== undefined && !refused && faults.length === 0
  const title = t('zakat-account.import-title')
  const path = '/account/zakat/payments/import'
  return (
    <>
      <title>{refused || faults.length > 0 ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <p>
          <a className="tap-link" href="/account/zakat">
            {t('zakat-account.back')}
          </a>
        </p>
        <h1>{title}</h1>
        <p className="quiet">{t('zakat-account.import-lead')}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, 'csv')} />
      {faults.length > 0 ? <ImportFaults faults={faults} /> : null}
      {isReady ? (
        <ImportPreview entries={entries}>
          <PageForm action={path} encType="multipart/form-data" className="button-row">
            <TimeZoneField />
            <textarea name="csv" hidden readOnly value={csv} />
            <Button name="act" value="save">
              {t('zakat-account.import-save', { count: entries.length })}
            </Button>
            <a className="button button-quiet" href={path}>
              {t('zakat-account.import-other')}
            </a>
          </PageForm>
        </ImportPreview>
      ) : (
        <PageForm action={path} encType="multipart/form-data" className="card card-in stack">
          <TimeZoneField />
          <TextInput
            id="file"
            type="file"
            label={t('zakat-account.import-file')}
            hint={t('zakat-account.import-file-hint')}
            error={refused?.fields.file}
            accept=".csv,.txt,text/csv,text/plain"
          />
          <TextArea
            id="csv"
            label={t('zakat-account.import-paste')}
            rows={8}
            dir="auto"
            defaultValue={csv}
            spellCheck={false}
            error={refused?.fields.csv}
          />
          <details>
            <summary>{t('zakat-account.import-example')}</summary>
            <pre className="zakat-example" dir="auto">
              {loaderData.example}
            </pre>
            <p>
              <a className="link-button" href="/account/zakat/payments/template">
                {t('zakat-account.import-template')}
              </a>
            </p>
          </details>
          <p>
            <Button name="act" value="check">
              {t('zakat-account.import-check')}
            </Button>
          </p>
        </PageForm>
      )}
    </>
  )
}
