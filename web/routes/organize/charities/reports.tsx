import '#web/features/organizers/charities/own-charity.css'
import { uploadLimits } from '#modules/platform/media/rules/limits.ts'
import { file, hidden, text } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { submitForm } from '#web/kit/submit-form.ts'
import { viewForm } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import { TextInput } from '#web/ui/field.tsx'
import type { Route } from './+types/reports'

const done = { added: 'own-charity.report-added', removed: 'own-charity.report-removed' } as const

export const reportFields = { file, year: text(4), title: text(120) }

/** The largest file and its form fields. */
const bytesMax = uploadLimits.bytes + 64 * 1024

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, now, params }) => {
    const list = await api('GET /v4/organizations/:organizationId/reports', params)
    return { ...list, lastYear: String(now().getUTCFullYear() - 1) }
  })

/** A report is published or deleted. */
export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { ...reportFields, remove: hidden },
    async ({ remove: reportId, ...report }, { api }) => {
      if (reportId) {
        await api('DELETE /v4/organizations/:organizationId/reports/:reportId', { ...args.params, reportId })
        return '?done=removed'
      }
      const values = { ...args.params, ...report, file: report.file.content }
      await api('POST /v4/organizations/:organizationId/reports', values)
      return '?done=added'
    },
    { bytesMax },
  )

/** The charity's annual reports on its public page, with a form to add one. */
export default function CharityReportsPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { subdomain, reports, lastYear } = loaderData
  const form = viewForm(reportFields, actionData, { year: lastYear })
  const fileError = form.errorOf('file')
  const title = t('own-charity.reports')
  return (
    <div className="account-form stack-lg">
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('own-charity.reports-lead')}</p>
      </div>
      <FormResult title={title} sent={actionData} forms={[form]} done={done} />
      {reports.length === 0 ? (
        <p className="quiet">{t('own-charity.no-reports')}</p>
      ) : (
        <ul className="own-charity-documents">
          {reports.map((report) => (
            <li key={report.id}>
              <PageForm encType="multipart/form-data" className="own-charity-row">
                <input type="hidden" name="remove" value={report.id} />
                <a href={`/v4/organizations/by-subdomain/${subdomain}/reports/${report.id}`}>
                  <bdi>
                    {report.title} {report.year}
                  </bdi>
                </a>
                <button
                  className="link-button"
                  aria-label={t('own-charity.document-remove-one', { name: `\u2068${report.title}\u2069` })}
                >
                  {t('own-charity.document-remove')}
                </button>
              </PageForm>
            </li>
          ))}
        </ul>
      )}
      <PageForm encType="multipart/form-data" className="stack" noValidate>
        <TextInput {...form.control('year')} label={t('own-charity.report-year')} inputMode="numeric" required />
        <TextInput
          {...form.control('title')}
          label={t('own-charity.report-title')}
          hint={t('own-charity.report-title-hint')}
          required
        />
        <div className="field">
          <label htmlFor="file">{t('own-charity.report-file')}</label>
          {fileError ? (
            <p className="error" id="file-error">
              {fileError}
            </p>
          ) : null}
          <input
            className="input"
            id="file"
            name="file"
            type="file"
            accept="application/pdf"
            required
            aria-invalid={fileError ? true : undefined}
            aria-describedby={fileError ? 'file-error' : undefined}
          />
        </div>
        <p>
          <button className="button button-primary">{t('own-charity.report-add')}</button>
        </p>
      </PageForm>
    </div>
  )
}
