import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { isProblem, Problem } from '#shared/problem.ts'
import { dateOrders } from '#shared/input/typed-day.ts'
import { throwAccessError } from '#web/lib/access.ts'
import { PreviewTable } from '#web/features/organizers/organizing/offline-parts.tsx'
import { PageTitle } from '#web/features/organizers/organizing/page-title.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { textOfFile } from '#web/features/organizers/organizing/posted-file.ts'
import { fileFormOfOwner, assertFileSent } from '#web/kit/form-of-owner.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { toFormErrors } from '#web/lib/form-values.ts'
import { loadPage } from '#web/kit/load-page.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { Select, TextArea, TextInput } from '#web/ui/field.tsx'
import '#web/features/organizers/organizing/organize.css'
import '#web/features/organizers/organizing/dashboard.css'
import '#web/features/organizers/organizing/chart.css'
import '#web/features/organizers/organizing/table.css'
import '#web/features/organizers/organizing/claim.css'
import '#web/features/organizers/organizing/offline.css'
import '#web/features/organizers/organizing/copy.css'
import type { Route } from './+types/import'

const template =
  'amount,received on,donor,method,evidence\n50.00,2026-11-20,Hajji Karim,cash,Receipt book 12\n20.00,2026-11-20,,bank,Statement line 3'

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, params }) => {
    const { today } = await api('GET /v4/campaigns/:campaignId/offline', { campaignId: params.campaignId, limit: 1 })
    return { template: template.replaceAll('2026-11-20', today) }
  })

/** First reads the file without saving; after confirmation, saves the same file. Works without JavaScript. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const { campaignId } = params
  const form = await fileFormOfOwner({ context, request })
  let csv = ''
  try {
    if (!form) throw new Problem('validation', 'csv-too-large', { status: 413 })
    csv = await textOfFile(form)
    if (csv === '') assertFileSent(form)
    const dateOrder = dateOrders.find((order) => order === form.get('dateOrder'))
    const dates = dateOrder === undefined ? {} : { dateOrder }
    const hash = form.get('hash')
    if (typeof hash === 'string' && hash !== '') {
      const taken = await api('POST /v4/campaigns/:campaignId/offline/import', {
        campaignId,
        csv,
        ...dates,
        hash: hash.slice(0, 64),
      })
      return redirect(`/organize/${campaignId}/offline?done=${taken.waiting > 0 ? 'waiting' : 'imported'}`, 303)
    }
    return {
      preview: await api('POST /v4/campaigns/:campaignId/offline/preview', { campaignId, csv, ...dates }),
      csv,
      dateOrder,
      refused: undefined,
    }
  } catch (error) {
    if (!isProblem(error)) throw error
    if (error.class === 'authentication' || error.class === 'not-found') throwAccessError(error, request)
    const refused = refusalOf(error)
    return data(
      { preview: undefined, dateOrder: undefined, csv: csv.slice(0, 100_000), refused },
      { status: refused.status },
    )
  }
}

/** Imports a file of offline donations: parsed, reviewed row by row, then saved. */
export default function OrganizeImport({ loaderData, actionData, params }: Route.ComponentProps) {
  const t = useText()
  const path = `/organize/${params.campaignId}/offline/import`
  const title = t('organize.import')
  const preview = actionData?.preview
  const refused = actionData?.refused
  return (
    <>
      <PageTitle section={refused ? t('shell.title-problem', { title }) : title} />
      <div className="stack">
        <p>
          <a href={`/organize/${params.campaignId}/offline`}>{t('organize.back-to-offline')}</a>
        </p>
        <h1>{title}</h1>
        <p className="quiet">{t('organize.import-lead')}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, 'csv')} />
      {preview ? (
        <section className="stack" aria-labelledby="preview">
          <h2 id="preview">{t('organize.preview')}</h2>
          <PreviewNotice preview={preview} />
          {preview.asksDateOrder ? (
            <PageForm action={path} encType="multipart/form-data" className="card card-in stack">
              <textarea name="csv" hidden readOnly value={actionData.csv} />
              <Select
                id="dateOrder"
                label={t('organize.date-order')}
                hint={t('organize.date-order-hint')}
                defaultValue={actionData.dateOrder ?? preview.likelyDateOrder ?? 'day-first'}
              >
                {dateOrders.map((order) => (
                  <option key={order} value={order}>
                    {t(`organize.date-order-${order}`)}
                  </option>
                ))}
              </Select>
              <p>
                <Button look="quiet">{t('organize.date-order-apply')}</Button>
              </p>
            </PageForm>
          ) : null}
          <PreviewTable rows={preview.rows} />
          {preview.faulty === 0 && preview.entered < preview.rows.length ? (
            <PageForm action={path} encType="multipart/form-data" className="button-row">
              <input type="hidden" name="hash" value={preview.hash} />
              {actionData.dateOrder ? <input type="hidden" name="dateOrder" value={actionData.dateOrder} /> : null}
              <textarea name="csv" hidden readOnly value={actionData.csv} />
              <Button>{t('organize.import-confirm', { count: preview.rows.length - preview.entered })}</Button>
              <a className="button button-quiet" href={path}>
                {t('organize.cancel')}
              </a>
            </PageForm>
          ) : null}
        </section>
      ) : null}
      {preview && preview.faulty === 0 ? null : (
        <PageForm action={path} encType="multipart/form-data" className="card card-in stack">
          <TextInput
            id="file"
            type="file"
            label={t('organize.file')}
            hint={t('organize.file-hint')}
            error={refused?.fields.file}
            accept=".csv,.txt,.tsv,text/csv,text/plain"
          />
          <TextArea
            id="csv"
            label={t('organize.paste')}
            rows={6}
            dir="ltr"
            className="copy-code"
            defaultValue={actionData?.csv ?? ''}
            spellCheck={false}
            error={refused?.fields.csv}
          />
          <details>
            <summary>{t('organize.columns')}</summary>
            <div className="stack">
              <p className="small">{t('organize.columns-text')}</p>
              <ScrollRegion label={t('organize.columns')}>
                <pre className="copy-block" dir="ltr">
                  {loaderData.template}
                </pre>
              </ScrollRegion>
            </div>
          </details>
          <p>
            <Button>{t('organize.preview-file')}</Button>
          </p>
        </PageForm>
      )}
    </>
  )
}

type Preview = NonNullable<NonNullable<Route.ComponentProps['actionData']>['preview']>

/** Says how many rows of the file are faulty, or else how many are new and their sum. */
function PreviewNotice({ preview }: { readonly preview: Preview }) {
  const t = useText()
  const { faulty, entered, rows } = preview
  if (faulty > 0)
    return (
      <p className="notice notice-problem" role="status">
        {t('organize.preview-faulty', { count: faulty })}{' '}
      </p>
    )
  const fresh = rows.length - entered
  return (
    <p className="notice" role="status">
      {fresh === 0 ? t('organize.preview-known') : t('organize.preview-good', { count: fresh })}{' '}
      <Amount minor={preview.sum} currency={preview.currency} />
    </p>
  )
}
