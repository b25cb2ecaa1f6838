import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { localDateIn } from '#shared/calendar.ts'
import { isProblem, Problem } from '#shared/problem.ts'
import {
  AnimalsForm,
  FileForm,
  SharesPreview,
  type ShownRow,
} from '#web/features/faith/qurbani/shares/confirm-forms.tsx'
import { shareData } from '#web/features/faith/qurbani/shares/share-data.ts'
import { SharesHeading, SharesNotice } from '#web/features/faith/qurbani/shares/shares-heading.tsx'
import { ShareCounts, ShareDownloads, SharesByAnimal } from '#web/features/faith/qurbani/shares/share-list.tsx'
import { PageTitle } from '#web/features/organizers/organizing/page-title.tsx'
import { textOfFile } from '#web/features/organizers/organizing/posted-file.ts'
import { fileFormOfOwner, assertFileSent } from '#web/kit/form-of-owner.ts'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { loadPage } from '#web/kit/load-page.ts'
import { useText } from '#web/lib/text.tsx'
import { throwAccessError } from '#web/lib/access.ts'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import '#web/features/organizers/organizing/table.css'
import '#web/features/faith/qurbani/qurbani-shares.css'
import { itemAddress } from './item-pages.ts'
import type { Route } from './+types/shares'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['faith/qurbani-fulfilment', 'faith/faults']

const effects = ['new', 'changed', 'same', 'settled'] as const

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, now, params, query }) => {
    const after = /^\d{1,6}$/.exec(query.get('after') ?? '')?.[0] ?? '0'
    const list = await api('GET /v4/campaigns/:campaignId/qurbani-shares/:itemId', { ...params, after })
    return {
      ...params,
      ...shareData(list, locale, now()),
      today: localDateIn(list.item.timeZone, now()),
      done: effects.flatMap((effect) => {
        const count = Number(/^\d{1,6}$/.exec(query.get(effect) ?? '')?.[0] ?? 0)
        return count > 0 ? [{ effect, count }] : []
      }),
    }
  })

/** The largest file in UTF-8 and its form fields. */
const formBytesMax = 2_100_000

/** Plain forms: `animals` confirms whole animals, `preview` reads a file, `confirm` records the previewed rows. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, refusalOf, sentencesOf } = context.get(renderContext)
  const here = `/organize/${params.campaignId}/qurbani/${params.itemId}/shares`
  const form = await fileFormOfOwner({ context, request }, formBytesMax)
  let csv = ''
  let typed = { animals: '', performedOn: '', place: '' }
  try {
    if (!form) throw new Problem('validation', 'csv-too-large', { status: 413 })
    typed = {
      animals: postedText(form, 'animals', 4000),
      performedOn: postedText(form, 'performedOn', 40),
      place: postedText(form, 'place', 1000),
    }
    csv = await textOfFile(form)
    const intent = postedText(form, 'intent', 10)
    if (intent === 'preview') {
      if (csv === '') assertFileSent(form)
      const preview = await api('POST /v4/campaigns/:campaignId/qurbani-shares/:itemId/preview', { ...params, csv })
      const rows = preview.rows.map(({ faults, ...row }): ShownRow => ({
        ...row,
        faults: faults.map(({ field, fault: { code, params: values } }) => {
          const sentences = sentencesOf({ [field]: { code, ...(values ? { params: values } : {}) } })
          return sentences[field] ?? code
        }),
      }))
      return data({ rows, csv, typed, refused: undefined }, { status: preview.faulty > 0 ? 400 : 200 })
    }
    const confirmed =
      intent === 'confirm'
        ? await api('POST /v4/campaigns/:campaignId/qurbani-shares/:itemId/confirm', { ...params, csv })
        : await api('POST /v4/campaigns/:campaignId/qurbani-shares/:itemId/confirm-animals', { ...params, ...typed })
    return redirect(`${here}?${new URLSearchParams(effects.map((effect) => [effect, String(confirmed[effect])]))}`, 303)
  } catch (error) {
    if (!isProblem(error)) throw error
    if (error.class === 'authentication' || error.class === 'not-found') throwAccessError(error, request)
    const refused = refusalOf(error)
    return data({ rows: undefined, csv, typed, refused }, { status: refused.status })
  }
}

/** An item's shares by animal, its downloads, and forms that confirm performed shares (qurbani-10, qurbani-11). */
export default function OrganizeQurbaniShares({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { list, campaignId, itemId, done } = loaderData
  const { refused, rows, typed, csv } = actionData ?? {}
  const title = t('qurbani-shares.title')
  return (
    <>
      <PageTitle section={refused ? t('shell.title-problem', { title }) : title} />
      <SharesHeading
        facts={loaderData}
        back={itemAddress(`/organize/${campaignId}/qurbani`, { year: list.item.hijriYear })}
      />
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, csv ? 'csv' : 'animals')} />
      {done.length > 0 && !actionData ? (
        <div className="notice" role="status">
          {done.map(({ effect, count }) => (
            <p key={effect}>{t(`qurbani-shares.done-${effect}`, { count })}</p>
          ))}
        </div>
      ) : null}
      {rows ? (
        <SharesPreview rows={rows} csv={csv ?? ''} />
      ) : (
        <>
          <SharesNotice facts={loaderData} />
          <ShareCounts counts={list.counts} />
          <ShareDownloads
            base={`/v4/campaigns/${campaignId}/qurbani-shares/${itemId}`}
            parts={list.pdfParts}
            isEmpty={list.counts.animals === 0}
          />
        </>
      )}
      {list.isFinal && list.counts.animals > 0 ? (
        <section className="stack" aria-labelledby="confirm">
          <h2 id="confirm">{t('qurbani-shares.confirm')}</h2>
          {rows ? null : (
            <AnimalsForm
              typed={typed}
              errors={refused?.fields ?? {}}
              days={{ from: list.performedFrom, to: loaderData.today }}
            />
          )}
          <FileForm csv={csv ?? ''} errors={refused?.fields ?? {}} />
        </section>
      ) : null}
      {rows ? null : <SharesByAnimal list={list} days={loaderData.days} />}
    </>
  )
}
