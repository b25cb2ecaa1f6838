import '../../../styles/organizers/own-charity.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { uploadLimits } from '#modules/platform/media/rules/limits.ts'
import { CharityCrumb } from '../../../features/organizers/charities/charity-head.tsx'
import { redirectToLogin } from '../../../lib/login-urls.ts'
import { formWithin } from '../../../lib/posted-form.ts'
import { postedText, toFormErrors } from '../../../lib/form-values.ts'
import { loadRestricted } from '../../../lib/access.ts'
import { useText } from '../../../lib/text.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { TextInput } from '../../../ui/field.tsx'
import type { Route } from './+types/reports'

const doneTexts = { added: 'own-charity.report-added', removed: 'own-charity.report-removed' } as const
type Done = keyof typeof doneTexts

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { api, viewer, now } = context.get(renderContext)
  const { organizationId } = params
  const list = await loadRestricted(viewer, request, () =>
    api('GET /v4/organizations/:organizationId/reports', { organizationId }),
  )
  const done = new URL(request.url).searchParams.get('done')
  return {
    ...list,
    lastYear: String(now().getUTCFullYear() - 1),
    done: (Object.keys(doneTexts) as Done[]).find((key) => key === done) ?? null,
  }
}

/** The largest file and its form fields. */
const formBytesMax = uploadLimits.bytes + 64 * 1024

/** Plain forms: a report is published or deleted. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, viewer, refusalOf } = context.get(renderContext)
  const { organizationId } = params
  const here = `/organize/charities/${organizationId}/reports`
  if (!viewer.isSignedIn) return redirectToLogin(here)
  const form = (await formWithin(request, formBytesMax)) ?? new FormData()
  const typed = { year: postedText(form, 'year', 10), title: postedText(form, 'title', 300) }
  try {
    const reportId = postedText(form, 'remove', 40)
    if (reportId) {
      await api('DELETE /v4/organizations/:organizationId/reports/:reportId', { organizationId, reportId })
      return redirect(`${here}?done=removed`, 303)
    }
    const file = form.get('file')
    await api('POST /v4/organizations/:organizationId/reports', {
      organizationId,
      ...typed,
      file: file instanceof Blob ? Buffer.from(await file.arrayBuffer()).toString('base64') : '',
    })
    return redirect(`${here}?done=added`, 303)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.status === 401) return redirectToLogin(here)
    if (refused.code === 'charity-not-found') throw data(null, { status: 404 })
    return data({ refused, typed }, { status: refused.status })
  }
}

/** The charity's annual reports on its public page, with a form to add one. */
export default function CharityReportsPage({ loaderData, params, actionData }: Route.ComponentProps) {
  const t = useText()
  const { name, subdomain, reports, done } = loaderData
  const { refused, typed } = actionData ?? {}
  const errors = refused?.fields ?? {}
  const title = t('own-charity.reports')
  return (
    <div className="page narrow-page stack-lg">
      <title>{refused ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <CharityCrumb id={params.organizationId} name={name} />
        <h1>{title}</h1>
        <p className="quiet">{t('own-charity.reports-lead')}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, 'file')} />
      {done && !refused ? (
        <p className="notice" role="status">
          {t(doneTexts[done])}
        </p>
      ) : null}
      {reports.length === 0 ? (
        <p className="quiet">{t('own-charity.no-reports')}</p>
      ) : (
        <ul className="own-charity-documents">
          {reports.map((report) => (
            <li key={report.id}>
              <form method="post" encType="multipart/form-data" className="own-charity-row">
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
              </form>
            </li>
          ))}
        </ul>
      )}
      <form method="post" encType="multipart/form-data" className="stack" noValidate>
        <TextInput
          id="year"
          label={t('own-charity.report-year')}
          error={errors.year}
          defaultValue={typed?.year ?? loaderData.lastYear}
          maxLength={4}
          inputMode="numeric"
          required
        />
        <TextInput
          id="title"
          label={t('own-charity.report-title')}
          hint={t('own-charity.report-title-hint')}
          error={errors.title}
          defaultValue={typed?.title ?? ''}
          maxLength={120}
          required
        />
        <div className="field">
          <label htmlFor="file">{t('own-charity.report-file')}</label>
          {errors.file ? (
            <p className="error" id="file-error">
              {errors.file}
            </p>
          ) : null}
          <input
            className="input"
            id="file"
            name="file"
            type="file"
            accept="application/pdf"
            required
            aria-invalid={errors.file ? true : undefined}
            aria-describedby={errors.file ? 'file-error' : undefined}
          />
        </div>
        <p>
          <button className="button button-primary">{t('own-charity.report-add')}</button>
        </p>
      </form>
    </div>
  )
}
