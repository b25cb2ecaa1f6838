import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { facesOptions } from '#modules/faith/zakat/rules/distribution/check-distribution.ts'
import { uploadLimits } from '#modules/platform/media/rules/limits.ts'
import { localDateIn } from '#shared/calendar.ts'
import { isProblem } from '#shared/problem.ts'
import { DistributionForm } from '#web/features/faith/zakat/distribution/distribution-form.tsx'
import { DistributionItem } from '#web/features/faith/zakat/distribution/distribution-list.tsx'
import { ZakatTotals } from '#web/features/faith/zakat/distribution/zakat-totals.tsx'
import { PageTitle } from '#web/features/organizers/organizing/page-title.tsx'
import { countriesIn } from '#web/features/platform/addresses/address-data.ts'
import { formWithin } from '#web/lib/posted-form.ts'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { loadPage } from '#web/kit/load-page.ts'
import { useText } from '#web/lib/text.tsx'
import { throwAccessError } from '#web/lib/access.ts'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import type { Route } from './+types/distributions'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['faith/zakat-distribution', 'faith/faults']

const doneKeys = ['reported', 'withdrawn'] as const

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, now, params, query }) => {
    const { campaignId } = params
    const [{ distributions, totals }, { currency }] = await Promise.all([
      api('GET /v4/campaigns/:campaignId/zakat-distributions', { campaignId }),
      api('GET /v4/campaigns/:campaignId/running', { campaignId }),
    ])
    const countries = countriesIn(locale)
    const nameOf = new Map(countries.map(({ code, name }) => [code, name]))
    const done = query.get('done')
    return {
      campaignId,
      currency,
      totals,
      countries,
      today: localDateIn('UTC', now()),
      distributions: distributions.map((report) => ({
        report,
        countryName: nameOf.get(report.country) ?? report.country,
      })),
      done: doneKeys.find((key) => key === done) ?? null,
    }
  })

/** The largest file and its form fields. */
const formBytesMax = uploadLimits.bytes + 64 * 1024

/** Plain forms: `report` with one file, or `withdraw`. If the file is rejected, its report is withdrawn again. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const { campaignId } = params
  const here = `/organize/${campaignId}/distributions`
  const form = (await formWithin(request, formBytesMax)) ?? new FormData()
  const typed = {
    amount: postedText(form, 'amount', 60),
    distributedOn: postedText(form, 'distributedOn', 20),
    country: postedText(form, 'country', 2),
    category: postedText(form, 'category', 20),
    people: postedText(form, 'people', 20),
    description: postedText(form, 'description', 4000),
    faces: postedText(form, 'faces', 20),
    fileDescription: postedText(form, 'fileDescription', 2000),
  }
  const { faces, fileDescription, ...report } = typed
  try {
    if (postedText(form, 'intent', 10) === 'withdraw') {
      const distributionId = postedText(form, 'distribution', 64)
      await api('DELETE /v4/campaigns/:campaignId/zakat-distributions/:distributionId', { campaignId, distributionId })
      return redirect(`${here}?done=withdrawn`, 303)
    }
    const { currency } = await api('GET /v4/campaigns/:campaignId/running', { campaignId })
    const { id } = await api('POST /v4/campaigns/:campaignId/zakat-distributions', { campaignId, ...report, currency })
    const file = form.get('file')
    try {
      await api('POST /v4/campaigns/:campaignId/zakat-distributions/:distributionId/files', {
        campaignId,
        distributionId: id,
        file: file instanceof Blob ? Buffer.from(await file.arrayBuffer()).toString('base64') : '',
        faces: facesOptions.find((option) => option === faces),
        description: fileDescription,
      })
    } catch (error) {
      await api('DELETE /v4/campaigns/:campaignId/zakat-distributions/:distributionId', {
        campaignId,
        distributionId: id,
      })
      throw error
    }
    return redirect(`${here}?done=reported`, 303)
  } catch (error) {
    if (!isProblem(error)) throw error
    if (error.class === 'authentication' || error.class === 'not-found') throwAccessError(error, request)
    const refused = refusalOf(error)
    // Both texts are called `description` in the API.
    const isOfFile = report.description === '' && refused.fields.description !== undefined
    const { description, ...fields } = refused.fields
    const shown = isOfFile && description ? { ...fields, fileDescription: description } : refused.fields
    return data({ refused: { ...refused, fields: shown }, typed }, { status: refused.status })
  }
}

/** Reports zakat that a charity distributed, and shows what is still to be distributed (zakat-19). */
export default function OrganizeDistributions({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { campaignId, distributions, done } = loaderData
  const { refused, typed } = actionData ?? {}
  const title = t('distribution.title')
  return (
    <>
      <PageTitle section={refused ? t('shell.title-problem', { title }) : title} />
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('distribution.lead')}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, 'amount')} />
      {done && !refused ? (
        <p className="notice" role="status">
          {t(`distribution.done-${done}`)}
        </p>
      ) : null}
      <ZakatTotals totals={loaderData.totals} />
      <section className="stack" aria-labelledby="new">
        <h2 id="new">{t('distribution.new')}</h2>
        <DistributionForm
          currency={loaderData.currency}
          countries={loaderData.countries}
          today={loaderData.today}
          typed={typed}
          errors={refused?.fields ?? {}}
        />
      </section>
      <section className="stack" aria-labelledby="reports">
        <h2 id="reports">{t('distribution.list')}</h2>
        {distributions.length === 0 ? <p className="quiet">{t('distribution.none')}</p> : null}
        {distributions.map(({ report, countryName }) => (
          <DistributionItem
            key={report.id}
            distribution={report}
            countryName={countryName}
            fileHref={(fileId) => `/v4/campaigns/${campaignId}/zakat-distribution-files/${fileId}`}
          >
            {report.state === 'submitted' ? (
              <form method="post">
                <input type="hidden" name="distribution" value={report.id} />
                <button className="button button-quiet" name="intent" value="withdraw">
                  {t('distribution.withdraw')}
                </button>
              </form>
            ) : null}
          </DistributionItem>
        ))}
      </section>
    </>
  )
}
