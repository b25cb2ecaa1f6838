import type { RenderContext } from '#server/pages/render-context.ts'
import { facesOptions } from '#modules/faith/zakat/rules/distribution/check-distribution.ts'
import { uploadLimits } from '#modules/platform/media/rules/limits.ts'
import { localDateIn } from '#shared/calendar.ts'
import { isProblem, Problem } from '#shared/problem.ts'
import { DistributionForm, reportFields } from '#web/features/faith/zakat/distribution/distribution-form.tsx'
import { DistributionItem } from '#web/features/faith/zakat/distribution/distribution-list.tsx'
import { ZakatTotals } from '#web/features/faith/zakat/distribution/zakat-totals.tsx'
import { PageTitle } from '#web/features/organizers/organizing/page-title.tsx'
import { countriesIn } from '#web/features/platform/addresses/address-data.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { toFormErrors } from '#web/lib/form-values.ts'
import { hidden } from '#web/kit/fields.ts'
import { loadPage } from '#web/kit/load-page.ts'
import { useText } from '#web/lib/text.tsx'
import { submitForms } from '#web/kit/submit-form.ts'
import { sentAs } from '#web/kit/view-form.ts'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import type { Route } from './+types/distributions'
import type { Namespaces } from '#web/lib/namespace-lists.ts'
import { DoneNotice } from '#web/ui/result-notice.tsx'

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

const withdrawFields = { distribution: hidden }

/** `report` with one file, or `withdraw`. If the file is rejected, its report is withdrawn again. */
export const action = (args: Route.ActionArgs) => {
  const { campaignId } = args.params
  const withdraw = (api: RenderContext['api'], distributionId: string) =>
    api('DELETE /v4/campaigns/:campaignId/zakat-distributions/:distributionId', { campaignId, distributionId })
  return submitForms(
    args,
    { report: reportFields, withdraw: withdrawFields },
    {
      report: async ({ faces, fileDescription, file, ...report }, { api }) => {
        const { currency } = await api('GET /v4/campaigns/:campaignId/running', { campaignId })
        const call = 'POST /v4/campaigns/:campaignId/zakat-distributions'
        const { id } = await api(call, { campaignId, ...report, currency })
        try {
          await api('POST /v4/campaigns/:campaignId/zakat-distributions/:distributionId/files', {
            campaignId,
            distributionId: id,
            file: file.content,
            faces: facesOptions.find((option) => option === faces),
            description: fileDescription,
          })
        } catch (error) {
          await withdraw(api, id)
          throw aboutFile(error)
        }
        return '?done=reported'
      },
      withdraw: async ({ distribution }, { api }) => {
        await withdraw(api, distribution)
        return '?done=withdrawn'
      },
    },
    { bytesMax: formBytesMax },
  )
}

/** Names the file's description as its control, because both texts are called `description` in the API. */
function aboutFile(error: unknown): unknown {
  if (!isProblem(error)) return error
  const { description, ...fields } = error.fields
  return description
    ? new Problem(error.class, error.code, { fields: { ...fields, fileDescription: description } })
    : error
}

/** Reports zakat that a charity distributed, and shows what is still to be distributed (zakat-19). */
export default function OrganizeDistributions({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { campaignId, distributions, done } = loaderData
  const report = sentAs(actionData, 'report')
  const refused = actionData?.refused
  const title = t('distribution.title')
  return (
    <>
      <PageTitle section={refused ? t('shell.title-problem', { title }) : title} />
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('distribution.lead')}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, 'amount')} />
      {done && !refused ? <DoneNotice>{t(`distribution.done-${done}`)}</DoneNotice> : null}
      <ZakatTotals totals={loaderData.totals} />
      <section className="stack" aria-labelledby="new">
        <h2 id="new">{t('distribution.new')}</h2>
        <DistributionForm
          currency={loaderData.currency}
          countries={loaderData.countries}
          today={loaderData.today}
          typed={report?.values}
          errors={report?.refused?.fields ?? {}}
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
              <PageForm>
                <input type="hidden" name="distribution" value={report.id} />
                <button className="button button-quiet" name="intent" value="withdraw">
                  {t('distribution.withdraw')}
                </button>
              </PageForm>
            ) : null}
          </DistributionItem>
        ))}
      </section>
    </>
  )
}
